import { getPersonalChat, listChats, listGroupChats } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { deleteGroup, listOwnGroups } from '@chat/contract/groups';
import { holdChat, holdUser } from '@chat/contract/holds';
import {
  deleteMessage,
  deleteOwnMessage,
  editMessage,
  listMessages,
  listOriginals,
  replyToMessage,
} from '@chat/contract/messages.routes';
import { reactToMessage } from '@chat/contract/reactions';
import { searchMessages } from '@chat/contract/search';
import { listNotices } from '@chat/contract/system';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { fetchFile, sendFile, storedKeys } from '../../../../test/files.ts';
import { sql } from '../../../db/database.ts';
import { removeAgedOriginals } from '../messages/originals.actions.ts';
import { removeAgedMessages, removeMessagesBefore } from '../retention/retention.actions.ts';
import { removeReleased } from './holds.actions.ts';

const CUTOFF = new Date('2002-01-01');
const REASON = 'Requerimiento del juzgado 3/2026';

let app: TestApp;
let cast: Cast;
let chatId: string;
let personal: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
});
beforeEach(async () => {
  await app.ctx.db.run(sql`delete from holds`);
  await app.ctx.db.run(sql`update messages set created_at = '2001-01-01'`);
  await runRounds();
  chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

const hold = (uuid = chatId) =>
  app.elena.call(holdChat, { params: { chatId: uuid }, body: { hold: true, reason: REASON } });
const holdPerson = ({ uuid }: Client) =>
  app.elena.call(holdUser, { params: { userId: uuid }, body: { hold: true, reason: REASON } });
const endHold = (uuid = chatId) =>
  app.elena.call(holdChat, { params: { chatId: uuid }, body: { hold: false } });

/** All that removes by itself, once. */
async function runRounds(): Promise<void> {
  await removeMessagesBefore(app.ctx, CUTOFF);
  await removeAgedOriginals(app.ctx, new Date());
  await removeReleased(app.ctx);
}

const send = async (content: string, to = chatId, sender = cast.ana) =>
  firstOf((await sendText(sender, to, content)).content);
const age = (...uuids: string[]) =>
  app.ctx.db.run(
    sql`update messages set created_at = '2001-01-01' where uuid = any(${uuids}::uuid[])`,
  );
const edit = (messageId: string, content: string) =>
  cast.ana.call(editMessage, { params: { messageId }, body: { content } });
const removeOwn = (messageId: string) => cast.ana.call(deleteOwnMessage, { params: { messageId } });
const remove = (messageId: string, from = chatId) =>
  app.elena.call(deleteMessage, { params: { chatId: from, messageId } });
const contents = async (who = cast.bruno, uuid = chatId) =>
  (await who.call(listMessages, { params: { chatId: uuid } })).content.map(
    ({ content }) => content,
  );
const history = async (messageId: string) =>
  (await app.elena.call(listOriginals, { params: { messageId } })).content.map(
    ({ content }) => content,
  );

/** A message as the tables still have it: what it said before, and its row. */
async function kept(uuid: string) {
  const row = await app.ctx.db.maybeOne<{ content: string }>(sql`
    select content from messages where uuid = ${uuid}`);
  const originals = await app.ctx.db.many<{ content: string }>(sql`
    select o.content from message_originals o join messages m on m.id = o.message_id
    where m.uuid = ${uuid} order by o.id`);
  return row && [...originals.map(({ content }) => content), row.content];
}

describe('a held chat', () => {
  test('keeps what its author edits and deletes, out of sight once the days of originals are over', async () => {
    await hold();
    const { uuid } = await send('primero');
    await edit(uuid, 'segundo');
    await removeOwn(uuid);
    expect(await contents()).not.toContain('segundo');
    expect(await history(uuid)).toEqual(['primero', 'segundo']);
    await app.ctx.db.run(sql`update message_originals set until = '2001-01-01'`);
    await runRounds();
    expect(await history(uuid)).toEqual([]);
    expect(await kept(uuid)).toEqual(['primero', 'segundo', '']);
  });

  test('keeps it for exports alone where no originals are kept', async () => {
    const config = Object.assign(app.ctx.config, { originalsDays: 0 });
    await hold();
    const { uuid } = await send('primero');
    await edit(uuid, 'segundo');
    await removeOwn(uuid);
    await runRounds();
    Object.assign(config, { originalsDays: 30 });
    expect(await history(uuid)).toEqual([]);
    expect(await kept(uuid)).toEqual(['primero', 'segundo', '']);
  });

  test('keeps what an administrator deletes, which neither history, nor search, nor quotes show', async () => {
    await hold();
    const { uuid } = await send('palabrota única');
    const params = { messageId: uuid };
    await cast.bruno.call(replyToMessage, { params, body: { content: 'respuesta' } });
    await edit(uuid, 'palabrota editada');
    await remove(uuid);
    await runRounds();
    expect(await history(uuid)).toEqual([]);
    const query = { q: 'palabrota' };
    expect((await cast.bruno.call(searchMessages, { query })).content).toEqual([]);
    const messages = (await cast.bruno.call(listMessages, { params: { chatId } })).content;
    expect(messages.at(-1)?.replyToMessageContent).toBe('Mensaje eliminado');
    expect(await kept(uuid)).toEqual(['palabrota única', 'palabrota editada', '']);
  });

  test('keeps the file of what is deleted, which nobody can open, and its reactions', async () => {
    await hold();
    const before = await storedKeys(app);
    const sent = firstOf((await sendFile(cast.ana, chatId, { bytes: 'prueba' })).content);
    const shown = (await cast.ana.call(listMessages, { params: { chatId } })).content.at(-1);
    const mediaUrl = required(shown?.mediaUrl, 'mediaUrl');
    const params = { messageId: sent.uuid };
    await cast.bruno.call(reactToMessage, { params, body: { emoji: '👍' } });
    await removeOwn(sent.uuid);
    await runRounds();
    expect((await fetchFile(cast.ana, mediaUrl)).status).toBe(404);
    expect((await fetchFile(app.elena, mediaUrl)).status).toBe(404);
    const reactions = () =>
      app.ctx.db.many(sql`select from reactions where message_id = ${sent.id}`);
    expect(await storedKeys(app)).toHaveLength(before.length + 1);
    expect(await reactions()).toHaveLength(1);
    await endHold();
    await runRounds();
    expect(await storedKeys(app)).toEqual(before);
    expect(await reactions()).toEqual([]);
  });

  test('loses nothing by age, and the others do', async () => {
    const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
    const [here, there] = [await send('aquí'), await send('allí', other)];
    await age(here.uuid, there.uuid);
    await hold();
    await runRounds();
    expect(await contents()).toContain('aquí');
    expect(await contents(cast.carla, other)).not.toContain('allí');
    await endHold();
    await runRounds();
    expect(await contents()).not.toContain('aquí');
  });

  test('is not counted among what the limit of a day or the clock holds back', async () => {
    const { uuid } = await send('antiguo');
    await age(uuid);
    await hold();
    const config = { ...app.ctx.config, retentionDays: 365 };
    const ctx = Object.assign(Object.create(app.ctx), { config });
    await removeAgedMessages(ctx, new Date(Date.now() + 400 * 86_400_000));
    const notices = (await app.elena.call(listNotices, {})).content;
    expect(notices).not.toContainEqual(expect.objectContaining({ messages: 1 }));
    await app.ctx.db.run(sql`delete from retention`);
    await app.ctx.db.run(sql`delete from clock`);
  });

  test('of a deleted group keeps what was said before, until the hold ends', async () => {
    const group = await createGroupOf(app, `Efímero ${crypto.randomUUID()}`, [cast.ana]);
    const chat = await groupChatOf(cast.ana, group);
    const { uuid } = await send('antes', chat);
    await edit(uuid, 'después');
    await hold(chat);
    await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    await runRounds();
    expect(await kept(uuid)).toEqual(['antes', 'después']);
    await endHold(chat);
    await runRounds();
    expect(await kept(uuid)).toEqual(['después']);
  });
});

describe('a held person', () => {
  test('keeps what they wrote everywhere, in the middle of a chat too, with numbers and unread right', async () => {
    const chat = cast.ventasChat;
    const [one, two, three, four, five] = [
      await send('de Bruno', chat, cast.bruno),
      await send('de Ana', chat),
      await send('otro de Bruno', chat, cast.bruno),
      await send('otro de Ana', chat),
      await send('reciente de Bruno', chat, cast.bruno),
    ].map(({ uuid, seq }) => ({ uuid, seq }));
    const aged = [one, two, three, four].map((message) => required(message, 'message').uuid);
    await age(...aged);
    await holdPerson(cast.ana);
    await runRounds();
    const read = await cast.carla.call(listMessages, {
      params: { chatId: chat },
      query: { page: '1' },
    });
    const shown = [two, four, five].map((message) => message?.seq);
    expect(read.content.slice(-3).map(({ seq }) => seq)).toEqual(shown);
    expect(read.content.map(({ content }) => content)).not.toContain('otro de Bruno');
    expect(read.pagination?.totalElements).toBe(read.content.length);
    const list = await cast.carla.call(listGroupChats, { params: { groupId: cast.ventas.uuid } });
    const entry = list.content.find(({ chatUuid }) => chatUuid === chat);
    const own = (await cast.carla.call(listOwnGroups, {})).content;
    const unread = own.find(({ uuid }) => uuid === cast.ventas.uuid)?.unreadCount ?? 0;
    expect([entry?.unreadCount, unread >= 3]).toEqual([3, true]);
    expect(entry?.lastMessage?.content).toBe('reciente de Bruno');
    const next = await send('siguiente', chat, cast.bruno);
    expect(next.seq).toBe((five?.seq ?? 0) + 1);
    const params = { userId: cast.ana.uuid };
    await app.elena.call(holdUser, { params, body: { hold: false } });
    await runRounds();
    expect((await contents(cast.carla, chat)).slice(-2)).toEqual([
      'reciente de Bruno',
      'siguiente',
    ]);
    expect(await contents(cast.carla, chat)).not.toContain('de Ana');
  });

  test('what goes between held messages takes files, reactions, originals and mentions with it', async () => {
    const before = await storedKeys(app);
    const chat = cast.ventasChat;
    const mine = await send('conservado', chat);
    const theirs = firstOf((await sendFile(cast.bruno, chat, { bytes: 'x' })).content);
    const params = { messageId: theirs.uuid };
    await cast.ana.call(reactToMessage, { params, body: { emoji: '👍' } });
    await age(mine.uuid, theirs.uuid);
    await holdPerson(cast.ana);
    await runRounds();
    expect(await storedKeys(app)).toEqual(before);
    expect(await kept(theirs.uuid)).toEqual(['']);
    expect(await kept(mine.uuid)).toEqual(['conservado']);
    const rows = await app.ctx.db.many(sql`
      select from reactions where message_id = ${theirs.id}`);
    expect(rows).toEqual([]);
  });

  test('what a deleted message between held ones said before goes by age, too', async () => {
    const chat = cast.ventasChat;
    const mine = await send('conservado', chat);
    const theirs = await send('de Bruno', chat, cast.bruno);
    await cast.bruno.call(deleteOwnMessage, { params: { messageId: theirs.uuid } });
    expect(await history(theirs.uuid)).toEqual(['de Bruno']);
    await age(mine.uuid, theirs.uuid);
    await holdPerson(cast.ana);
    await runRounds();
    expect(await kept(theirs.uuid)).toEqual(['']);
    expect(await kept(mine.uuid)).toEqual(['conservado']);
  });

  test('all of their direct chats are kept, and their personal chat, which stays unreadable', async () => {
    const own = await send('apunte', personal);
    await edit(own.uuid, 'apunte dos');
    await holdPerson(cast.ana);
    const theirs = await send('de Bruno', chatId, cast.bruno);
    await edit(own.uuid, 'apunte tres');
    await removeOwn(own.uuid);
    await remove(theirs.uuid);
    await age(own.uuid, theirs.uuid);
    await runRounds();
    expect(await kept(theirs.uuid)).toEqual(['de Bruno', '']);
    expect(await kept(own.uuid)).toEqual(['apunte dos', 'apunte tres', '']);
    const params = { chatId: personal };
    expect((await app.elena.call(listMessages, { params })).status).toBe(404);
    const listed = (await app.elena.call(listChats, {})).content;
    expect(listed.map(({ uuid }) => uuid)).not.toContain(personal);
  });

  test('what others wrote in groups is removed as ever', async () => {
    await holdPerson(cast.ana);
    const { uuid } = await send('de Bruno', cast.ventasChat, cast.bruno);
    await remove(uuid, cast.ventasChat);
    expect(await kept(uuid)).toEqual(['']);
  });
});

test('a hold brings nothing back, and two keep what both keep until the last one ends', async () => {
  const { uuid } = await send('se fue antes');
  await remove(uuid);
  await hold();
  await holdPerson(cast.ana);
  expect(await kept(uuid)).toEqual(['']);
  const later = await send('se va después');
  await remove(later.uuid);
  await endHold();
  await runRounds();
  expect(await kept(later.uuid)).toEqual(['se va después', '']);
  const params = { userId: cast.ana.uuid };
  await app.elena.call(holdUser, { params, body: { hold: false } });
  await runRounds();
  expect(await kept(later.uuid)).toEqual(['']);
});
