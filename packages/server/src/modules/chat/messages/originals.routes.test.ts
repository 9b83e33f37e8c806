import { getPersonalChat } from '@chat/contract/chats';
import { firstOf, required } from '@chat/contract/checks';
import { deleteGroup } from '@chat/contract/groups';
import { deleteMessage, deleteOwnMessage, listOriginals } from '@chat/contract/messages';
import { editMessage, sendMessage } from '@chat/contract/writing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { sendFile } from '../../../../test/files.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';
import { sql } from '../../../db/database.ts';
import { removeMessagesBefore } from '../retention/retention.actions.ts';
import { removeAgedOriginals } from './edit-message.actions.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const send = async (content: string, chatId = cast.ventasChat) =>
  firstOf((await sendText(cast.ana, chatId, content)).content).uuid;
const edit = (messageId: string, content: string, mentionedUserIds?: string[]) =>
  cast.ana.call(editMessage, {
    params: { messageId },
    body: { content, ...(mentionedUserIds && { mentionedUserIds }) },
  });
const removeOwn = (messageId: string) => cast.ana.call(deleteOwnMessage, { params: { messageId } });
const history = (who: Client, messageId: string) =>
  who.call(listOriginals, { params: { messageId } });
const kept = async () =>
  (await app.ctx.db.one<{ count: number }>(sql`select count(*)::int from message_originals`)).count;

test('are what the message said, oldest first, each from and until when', async () => {
  const params = { chatId: cast.ventasChat };
  const body = { type: 'TEXT' as const, content: 'Uno', mentionedUserIds: [cast.bruno.uuid] };
  const sent = (await cast.ana.call(sendMessage, { params, body })).content[0];
  const uuid = required(sent, 'sent').uuid;
  const second = (await edit(uuid, 'Dos')).content.editedAt;
  const third = (await edit(uuid, 'Tres', [])).content.editedAt;
  await removeOwn(uuid);
  const mentions = [{ uuid: cast.bruno.uuid, email: 'bruno@empresa.local' }];
  const { status, content } = await history(cast.elena, uuid);
  expect(status).toBe(200);
  expect(content).toEqual([
    {
      content: 'Uno',
      mentions,
      fileName: null,
      from: sent?.createdAt,
      until: second,
      reason: 'EDITED',
    },
    { content: 'Dos', mentions, fileName: null, from: second, until: third, reason: 'EDITED' },
    {
      content: 'Tres',
      mentions: [],
      fileName: null,
      from: third,
      until: content[2]?.until,
      reason: 'DELETED',
    },
  ]);
});

test('keep the name of a file, not the file', async () => {
  const sent = await sendFile(cast.ana, cast.ventasChat, { bytes: 'x', fileName: 'nómina.pdf' });
  const uuid = firstOf(sent.content).uuid;
  await removeOwn(uuid);
  expect((await history(cast.elena, uuid)).content).toMatchObject([
    { content: '', fileName: 'nómina.pdf', reason: 'DELETED' },
  ]);
});

test('are for administrators alone, and each reading is recorded', async () => {
  const uuid = await send('Antes');
  await edit(uuid, 'Después');
  for (const member of [cast.ana, cast.bruno]) {
    expect((await history(member, uuid)).status).toBe(403);
  }
  expect((await history(cast.diego, uuid)).status).toBe(404);
  expect((await history(cast.elena, NOBODY)).status).toBe(404);
  const before = (await auditEvents(cast.elena, { action: 'HISTORY' })).length;
  await history(cast.elena, uuid);
  await history(cast.elena, uuid);
  const lines = await auditEvents(cast.elena, { action: 'HISTORY' });
  expect(lines.length - before).toBe(2);
  expect(lines[0]).toMatchObject({
    actorEmail: 'elena@empresa.local',
    chatId: cast.ventasChat,
    messageId: uuid,
    messageSenderEmail: 'ana@empresa.local',
  });
});

test('come in pages, 50 unless asked otherwise', async () => {
  const uuid = await send('Versión 0');
  for (let n = 1; n <= 60; n++) await edit(uuid, `Versión ${n}`);
  const page = (query: { page?: string; size?: string }) =>
    cast.elena.call(listOriginals, { params: { messageId: uuid }, query });
  const first = await page({});
  expect(first.content.map(({ content }) => content)).toEqual(
    Array.from({ length: 50 }, (_, n) => `Versión ${n}`),
  );
  expect(first.pagination).toEqual({ page: 1, size: 50, totalElements: 60, totalPages: 2 });
  const second = await page({ page: '2' });
  expect(second.content.map(({ content }) => content)).toEqual(
    Array.from({ length: 10 }, (_, n) => `Versión ${n + 50}`),
  );
  expect((await page({ size: '200' })).content).toHaveLength(60);
  expect((await page({ page: '3' })).content).toEqual([]);
});

test('of a personal chat are not kept, and its messages have no history', async () => {
  const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
  const before = await kept();
  const uuid = await send('Diario', personal);
  await edit(uuid, 'Diario dos');
  expect((await history(cast.elena, uuid)).status).toBe(404);
  expect((await history(cast.ana, uuid)).status).toBe(404);
  await removeOwn(uuid);
  expect(await kept()).toBe(before);
});

describe('go', () => {
  const editedOnce = async (chatId?: string) => {
    const uuid = await send('Primero', chatId);
    await edit(uuid, 'Segundo');
    expect((await history(cast.elena, uuid)).content).toHaveLength(1);
    return uuid;
  };

  test('when an administrator deletes the message', async () => {
    const uuid = await editedOnce();
    const before = await kept();
    const params = { chatId: cast.ventasChat, messageId: uuid };
    await cast.elena.call(deleteMessage, { params });
    expect(await kept()).toBe(before - 1);
  });

  test('with the group', async () => {
    const group = await createGroupOf(app, 'Pasajero', [cast.ana, cast.bruno]);
    const before = await kept();
    await editedOnce(await groupChatOf(cast.ana, group));
    await cast.elena.call(deleteGroup, { params: { groupId: group.uuid } });
    expect(await kept()).toBe(before);
  });

  test('with messages that are removed by age', async () => {
    const group = await createGroupOf(app, 'Antiguo', [cast.ana, cast.bruno]);
    const before = await kept();
    await editedOnce(await groupChatOf(cast.ana, group));
    const old = await app.ctx.db.run(sql`
      update messages set created_at = now() - interval '400 days'
      where id = (select max(id) from messages)`);
    expect(old).toBe(1);
    await removeMessagesBefore(app.ctx, new Date(Date.now() - 300 * DAY_MS));
    expect(await kept()).toBe(before);
  });

  test('for good after their days, which are over for readers at that moment', async () => {
    const uuid = await editedOnce();
    const untilDaysAgo = (days: number) =>
      app.ctx.db.run(sql`
        update message_originals set until = now() - make_interval(secs => ${days * 86_400}::float8)`);
    await untilDaysAgo(29.9);
    await removeAgedOriginals(app.ctx, new Date());
    expect((await history(cast.elena, uuid)).content).toHaveLength(1);
    await untilDaysAgo(30);
    expect((await history(cast.elena, uuid)).content).toEqual([]);
    await removeAgedOriginals(app.ctx, new Date());
    expect(await kept()).toBe(0);
  });
});

test('are not removed by a clock that made a leap', async () => {
  await removeAgedOriginals(app.ctx, new Date());
  await edit(await send('Ayer'), 'Hoy');
  const before = await kept();
  await removeAgedOriginals(app.ctx, new Date(Date.now() + 366 * DAY_MS));
  expect(await kept()).toBe(before);
});

test('are not kept at all with KEEP_ORIGINALS_DAYS=0', async () => {
  const forgetful = await startApp({ originalsDays: 0 });
  const people = await gatherCast(forgetful);
  const sent = await sendText(people.ana, people.ventasChat, 'Uno');
  const params = { messageId: firstOf(sent.content).uuid };
  await people.ana.call(editMessage, { params, body: { content: 'Dos' } });
  expect((await people.elena.call(listOriginals, { params })).content).toEqual([]);
  const { count } = await forgetful.ctx.db.one<{ count: number }>(
    sql`select count(*)::int from message_originals`,
  );
  expect(count).toBe(0);
  await forgetful.close();
});
