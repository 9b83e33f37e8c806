import { firstOf, required } from '@chat/contract/checks';
import { deleteGroup } from '@chat/contract/groups';
import {
  deleteMessage,
  deleteOwnMessage,
  listMessages,
  reactToMessage,
} from '@chat/contract/messages';
import { searchMessages } from '@chat/contract/search';
import { listNotices } from '@chat/contract/system';
import { editMessage, replyToMessage } from '@chat/contract/writing';
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
import { fetchFile, sendFile, storedKeys } from '../../../../test/files.ts';
import { holdsIn } from '../../../../test/held.ts';
import { sql } from '../../../db/database.ts';
import { removeAgedMessages } from '../retention/retention.actions.ts';

let app: TestApp;
let cast: Cast;
let holds: ReturnType<typeof holdsIn>;
let chatId: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  holds = holdsIn(app);
});
beforeEach(async () => {
  await holds.clear();
  chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

const send = async (content: string, to = chatId, sender = cast.ana) =>
  firstOf((await sendText(sender, to, content)).content);
const edit = (messageId: string, content: string) =>
  cast.ana.call(editMessage, { params: { messageId }, body: { content } });
const removeOwn = (messageId: string) => cast.ana.call(deleteOwnMessage, { params: { messageId } });
const remove = (messageId: string, from = chatId) =>
  app.elena.call(deleteMessage, { params: { chatId: from, messageId } });
const contents = async (who = cast.bruno, uuid = chatId) =>
  (await who.call(listMessages, { params: { chatId: uuid } })).content.map(
    ({ content }) => content,
  );

describe('a held chat', () => {
  test('keeps what its author edits and deletes, out of sight once the days of originals are over', async () => {
    await holds.holdChat(chatId);
    const { uuid } = await send('primero');
    await edit(uuid, 'segundo');
    await removeOwn(uuid);
    expect(await contents()).not.toContain('segundo');
    expect(await holds.history(uuid)).toEqual(['primero', 'segundo']);
    await app.ctx.db.run(sql`update message_originals set until = '2001-01-01'`);
    await holds.runRounds();
    expect(await holds.history(uuid)).toEqual([]);
    expect(await holds.kept(uuid)).toEqual(['primero', 'segundo', '']);
  });

  test('what was out of sight stays so when originals are kept for longer afterwards', async () => {
    await holds.holdChat(chatId);
    const { uuid } = await send('primero');
    await edit(uuid, 'segundo');
    await app.ctx.db.run(sql`
      update message_originals set until = now() - interval '31 days'`);
    await holds.runRounds();
    const config = Object.assign(app.ctx.config, { originalsDays: 365 });
    expect(await holds.history(uuid)).toEqual([]);
    await holds.runRounds();
    expect(await holds.kept(uuid)).toEqual(['primero', 'segundo']);
    await holds.endChat(chatId);
    await holds.runRounds();
    Object.assign(config, { originalsDays: 30 });
    expect(await holds.kept(uuid)).toEqual(['segundo']);
  });

  test('keeps it for exports alone where no originals are kept', async () => {
    const config = Object.assign(app.ctx.config, { originalsDays: 0 });
    await holds.holdChat(chatId);
    const { uuid } = await send('primero');
    await edit(uuid, 'segundo');
    await removeOwn(uuid);
    await holds.runRounds();
    Object.assign(config, { originalsDays: 30 });
    expect(await holds.history(uuid)).toEqual([]);
    expect(await holds.kept(uuid)).toEqual(['primero', 'segundo', '']);
  });

  test('keeps what an administrator deletes, which neither history, nor search, nor quotes show', async () => {
    await holds.holdChat(chatId);
    const { uuid } = await send('palabrota única');
    const params = { messageId: uuid };
    await cast.bruno.call(replyToMessage, { params, body: { content: 'respuesta' } });
    await edit(uuid, 'palabrota editada');
    await remove(uuid);
    await holds.runRounds();
    expect(await holds.history(uuid)).toEqual([]);
    const query = { q: 'palabrota' };
    expect((await cast.bruno.call(searchMessages, { query })).content).toEqual([]);
    const messages = (await cast.bruno.call(listMessages, { params: { chatId } })).content;
    expect(messages.at(-1)?.replyToMessageContent).toBe('Mensaje eliminado');
    expect(await holds.kept(uuid)).toEqual(['palabrota única', 'palabrota editada', '']);
  });

  test('keeps the file of what is deleted, which nobody can open, and its reactions', async () => {
    await holds.holdChat(chatId);
    const before = await storedKeys(app);
    const sent = firstOf((await sendFile(cast.ana, chatId, { bytes: 'prueba' })).content);
    const shown = (await cast.ana.call(listMessages, { params: { chatId } })).content.at(-1);
    const mediaUrl = required(shown?.mediaUrl, 'mediaUrl');
    const params = { messageId: sent.uuid };
    await cast.bruno.call(reactToMessage, { params, body: { emoji: '👍' } });
    await removeOwn(sent.uuid);
    await holds.runRounds();
    expect((await fetchFile(cast.ana, mediaUrl)).status).toBe(404);
    expect((await fetchFile(app.elena, mediaUrl)).status).toBe(404);
    const reactions = () =>
      app.ctx.db.many(sql`select from reactions where message_id = ${sent.id}`);
    expect(await storedKeys(app)).toHaveLength(before.length + 1);
    expect(await reactions()).toHaveLength(1);
    await holds.endChat(chatId);
    await holds.runRounds();
    expect(await storedKeys(app)).toEqual(before);
    expect(await reactions()).toEqual([]);
  });

  test('loses nothing by age, and the others do', async () => {
    const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
    const [here, there] = [await send('aquí'), await send('allí', other)];
    await holds.age(here.uuid, there.uuid);
    await holds.holdChat(chatId);
    await holds.runRounds();
    expect(await contents()).toContain('aquí');
    expect(await contents(cast.carla, other)).not.toContain('allí');
    await holds.endChat(chatId);
    await holds.runRounds();
    expect(await contents()).not.toContain('aquí');
  });

  test('is not counted among what the limit of a day or the clock holds back', async () => {
    const { uuid } = await send('antiguo');
    await holds.age(uuid);
    await holds.holdChat(chatId);
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
    await holds.holdChat(chat);
    await app.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    await holds.runRounds();
    expect(await holds.kept(uuid)).toEqual(['antes', 'después']);
    await holds.endChat(chat);
    await holds.runRounds();
    expect(await holds.kept(uuid)).toEqual(['después']);
  });
});

test('a hold brings nothing back, and two keep what both keep until the last one ends', async () => {
  const { uuid } = await send('se fue antes');
  await remove(uuid);
  await holds.holdChat(chatId);
  await holds.holdPerson(cast.ana);
  expect(await holds.kept(uuid)).toEqual(['']);
  const later = await send('se va después');
  await remove(later.uuid);
  await holds.endChat(chatId);
  await holds.runRounds();
  expect(await holds.kept(later.uuid)).toEqual(['se va después', '']);
  await holds.endPerson(cast.ana);
  await holds.runRounds();
  expect(await holds.kept(later.uuid)).toEqual(['']);
});
