import { firstOf } from '@chat/contract/checks';
import { applyReaction } from '@chat/contract/message-changes';
import {
  deleteMessage,
  listMessages,
  reactToMessage,
  removeReaction,
} from '@chat/contract/messages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { connectEach } from '../../../../test/live-cast.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';
import { sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
let live: Record<'ana' | 'bruno' | 'brunoToo' | 'carla' | 'diego' | 'elena', LiveClient>;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const people = { ...cast, brunoToo: await app.signIn(cast.bruno.email) };
  const names = ['ana', 'bruno', 'brunoToo', 'carla', 'diego', 'elena'] as const;
  live = await connectEach(names, people);
});
beforeEach(() => {
  for (const socket of Object.values(live)) socket.forget();
});
afterAll(async () => {
  for (const socket of Object.values(live)) socket.close();
  await app.close();
});

const write = async (chat: string) =>
  firstOf((await sendText(cast.ana, chat, 'Hola')).content).uuid;
const react = (messageId: string, emoji: string, client: Client = cast.bruno) =>
  client.call(reactToMessage, { params: { messageId }, body: { emoji } });
const remove = (messageId: string, client: Client = cast.bruno) =>
  client.call(removeReaction, { params: { messageId } });
const messages = async (chatId: string) =>
  (await cast.ana.call(listMessages, { params: { chatId } })).content;

async function hearers(): Promise<string[]> {
  await Promise.all(Object.values(live).map((socket) => socket.fence()));
  return Object.entries(live).flatMap(([name, socket]) =>
    socket.all('message:reacted').map(() => name),
  );
}

test('in a group a reaction reaches every socket of every member and does not reach Diego', async () => {
  const messageId = await write(cast.ventasChat);
  const { content } = await react(messageId, '👍');
  expect(await hearers()).toEqual(['ana', 'bruno', 'brunoToo', 'carla']);
  expect(live.carla.all('message:reacted')).toEqual([
    {
      chatId: cast.ventasChat,
      messageId,
      emoji: '👍',
      senderId: cast.bruno.uuid,
      senderEmail: cast.bruno.email,
      reactedAt: content.reactedAt,
    },
  ]);
});

test('in a direct chat it reaches the two, and the administrator who watches', async () => {
  await react(await write(direct), '👍');
  expect(await hearers()).toEqual(['ana', 'bruno', 'brunoToo']);
  await live.elena.emit('watch', { chatId: direct });
  await react(await write(direct), '👍');
  await live.elena.waitFor('message:reacted');
  await live.elena.emit('unwatch', { chatId: direct });
});

test('taking it back says so once; what changes nothing says nothing, nor does what is refused', async () => {
  const messageId = await write(direct);
  await react(messageId, '👍');
  await react(messageId, '👍');
  await remove(messageId);
  await remove(messageId);
  await react(messageId, '👍', cast.diego);
  await live.ana.fence();
  expect(live.ana.all('message:reacted').map(({ emoji }) => emoji)).toEqual(['👍', null]);
});

test('events make of loaded messages what a fetch gives', async () => {
  const messageId = await write(cast.ventasChat);
  const loaded = await messages(cast.ventasChat);
  await react(messageId, '👍');
  await react(messageId, '🎉', cast.carla);
  await react(messageId, '❤️');
  await react(firstOf(loaded).uuid, '👀', cast.ana);
  await remove(messageId, cast.carla);
  await live.ana.fence();
  const received = live.ana.all('message:reacted').reduce(applyReaction, loaded);
  expect(received).toEqual(await messages(cast.ventasChat));
});

test('when two devices of one person disagree, what is heard last is what is stored', async () => {
  const messageId = await write(direct);
  const loaded = await messages(direct);
  const brunoToo = await app.signIn(cast.bruno.email);
  for (let i = 0; i < 8; i++) {
    await Promise.all([
      react(messageId, '👍'),
      react(messageId, '❤️', brunoToo),
      remove(messageId),
      react(messageId, '😂', brunoToo),
      ...(i % 2 ? [remove(messageId, brunoToo)] : []),
    ]);
    await live.ana.fence();
    const received = live.ana.all('message:reacted').reduce(applyReaction, loaded);
    expect(received).toEqual(await messages(direct));
  }
});

test('no reaction outlives a message that is being deleted', async () => {
  for (let i = 0; i < 5; i++) {
    const messageId = await write(direct);
    const params = { chatId: direct, messageId };
    const [, reacted] = await Promise.all([
      app.elena.call(deleteMessage, { params }),
      react(messageId, '👍'),
    ]);
    expect([200, 404]).toContain(reacted.status);
    expect((await react(messageId, '👍')).status).toBe(404);
  }
  const left = await app.ctx.db.many(sql`
    select from reactions r join messages m on m.id = r.message_id where m.deleted_at is not null`);
  expect(left).toEqual([]);
});
