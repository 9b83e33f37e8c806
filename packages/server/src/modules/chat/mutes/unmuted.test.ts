import { listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { deleteMessage } from '@chat/contract/messages';
import { setChatNotifications } from '@chat/contract/notifications';
import { editMessage, replyToMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { sql } from '../../../db/database.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

const mute = (client: Client, chatId: string, mode: 'all' | 'mentions' | 'none', until?: string) =>
  client.call(setChatNotifications, { params: { chatId }, body: { mode, until } });

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const groupOf = async (client: Client) => {
  const { content } = await client.call(listOwnGroups, {});
  const found = content.find(({ uuid }) => uuid === cast.ventas.uuid);
  const { unreadCount, unmutedCount, mutes } = required(found, 'group');
  return { unreadCount, unmutedCount, mutes };
};

const calledIn = async (client: Client) => {
  const params = { groupId: cast.ventas.uuid };
  const { content } = await client.call(listGroupChats, { params });
  return required(
    content.find(({ chatUuid }) => chatUuid === cast.ventasChat),
    'entry',
  ).calledCount;
};

/** Ana has seen everything, and muted nothing. */
async function beginAnew(): Promise<void> {
  for (const chatId of [cast.ventasChat, direct]) await mute(cast.ana, chatId, 'all');
  const live = await cast.ana.connect();
  for (const chatId of [cast.ventasChat, direct]) await live.emit('seen', { chatId });
  live.close();
  expect(await groupOf(cast.ana)).toEqual({ unreadCount: 0, unmutedCount: 0, mutes: [] });
}

const write = async (content: string, mentioned: Client[] = []) => {
  const mentionedUserIds = mentioned.map(({ uuid }) => uuid);
  const body = {
    type: 'TEXT' as const,
    content,
    referenceId: crypto.randomUUID(),
    mentionedUserIds,
  };
  const sent = await cast.bruno.call(sendMessage, { params: { chatId: cast.ventasChat }, body });
  return firstOf(sent.content).uuid;
};

test('what a mute holds back is unread and not among what is let through, nobody else’s', async () => {
  await beginAnew();
  await sendText(cast.bruno, direct, 'uno');
  await sendText(cast.bruno, direct, 'dos');
  await write('para todos');
  await mute(cast.ana, direct, 'none');
  expect(await groupOf(cast.ana)).toEqual({
    unreadCount: 3,
    unmutedCount: 1,
    mutes: [{ chatId: direct, mode: 'none', until: null }],
  });
  expect((await groupOf(cast.carla)).mutes).toEqual([]);
  await mute(cast.ana, direct, 'mentions');
  expect((await groupOf(cast.ana)).unmutedCount).toBe(1);
  await mute(cast.ana, direct, 'all');
  expect(await groupOf(cast.ana)).toEqual({ unreadCount: 3, unmutedCount: 3, mutes: [] });
});

test('but for mentions, what mentions one or replies to one counts, as it stands now', async () => {
  await beginAnew();
  const [own] = (await sendText(cast.ana, cast.ventasChat, '¿quién viene?')).content;
  await mute(cast.ana, cast.ventasChat, 'mentions');
  await write('para todos');
  await write('a Carla', [cast.carla]);
  const mention = await write('a Ana', [cast.ana]);
  const replied = { content: 'yo', referenceId: 'respuesta-a-ana' };
  const params = { messageId: required(own, 'own').uuid };
  await cast.bruno.call(replyToMessage, { params, body: replied });
  expect(await groupOf(cast.ana)).toMatchObject({ unreadCount: 4, unmutedCount: 2 });
  expect(await calledIn(cast.ana)).toBe(2);
  // Where everything comes through nobody counts these.
  expect(await calledIn(cast.carla)).toBe(0);

  const unmentioned = { content: 'a nadie', mentionedUserIds: [] };
  await cast.bruno.call(editMessage, { params: { messageId: mention }, body: unmentioned });
  expect(await calledIn(cast.ana)).toBe(1);
  const again = await write('a Ana, otra vez', [cast.ana]);
  expect(await groupOf(cast.ana)).toMatchObject({ unreadCount: 5, unmutedCount: 2 });
  const gone = { chatId: cast.ventasChat, messageId: again };
  await app.elena.call(deleteMessage, { params: gone });
  expect(await groupOf(cast.ana)).toMatchObject({ unreadCount: 4, unmutedCount: 1 });
});

test('a mute that has ended holds nothing back', async () => {
  await beginAnew();
  await sendText(cast.bruno, direct, 'luego');
  await mute(cast.ana, direct, 'none', inAnHour());
  expect((await groupOf(cast.ana)).unmutedCount).toBe(0);
  await app.ctx.db.run(sql`
    update chat_members set notify_until = now() - interval '1 second' where notify_mode = 'none'`);
  expect(await groupOf(cast.ana)).toEqual({ unreadCount: 1, unmutedCount: 1, mutes: [] });
});
