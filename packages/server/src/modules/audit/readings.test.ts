import { listAuditEvents } from '@chat/contract/audit';
import { getChat, getPersonalChat, listChats } from '@chat/contract/chats';
import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEvents, auditEventsOfChat } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { fetchFile, picture, sentFile } from '../../../test/files.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  await sendText(cast.ana, direct, 'Entre nosotros');
});
afterAll(() => app.close());

const read = (reader: Client, chatId: string) => reader.call(listMessages, { params: { chatId } });
const eventsOf = (chatId: string) => auditEventsOfChat(cast.elena, chatId);

const nothingElse = {
  actorDeletedAt: null,
  targetId: null,
  targetEmail: null,
  targetDeletedAt: null,
  messageId: null,
  messageSenderEmail: null,
  detail: null,
};

test('an administrator who reads a conversation leaves one line for each range, however often it is read', async () => {
  await read(cast.elena, direct);
  await read(cast.elena, direct);
  expect(await eventsOf(direct)).toEqual([
    {
      ...nothingElse,
      id: expect.any(Number),
      happenedAt: expect.stringMatching(/Z$/),
      action: 'CHAT_READ',
      actorId: cast.elena.uuid,
      actorEmail: cast.elena.email,
      groupId: cast.ventas.uuid,
      groupName: 'Ventas',
      chatId: direct,
      memberEmails: expect.arrayContaining([cast.ana.email, cast.bruno.email]),
      fromSeq: 1,
      toSeq: 1,
      address: '127.0.0.1',
      // Null until the entry is chained.
      previousHash: expect.toBeOneOf([null, expect.any(String)]),
      hash: expect.toBeOneOf([null, expect.any(String)]),
    },
  ]);
  await sendText(cast.bruno, direct, 'Y otro');
  await read(cast.elena, direct);
  await cast.elena.call(getChat, { params: { chatId: direct } });
  expect(await eventsOf(direct)).toMatchObject([
    { action: 'CHAT_READ', fromSeq: 1, toSeq: 2 },
    { action: 'CHAT_READ', fromSeq: 1, toSeq: 1 },
  ]);
});

test('who asks for a conversation sees its last message, and leaves a line of it', async () => {
  const other = await directChatOf(cast.bruno, cast.carla, cast.ventas);
  await cast.elena.call(getChat, { params: { chatId: other } });
  expect(await eventsOf(other)).toEqual([]);
  await sendText(cast.bruno, other, 'Uno');
  await sendText(cast.bruno, other, 'Dos');
  await cast.elena.call(getChat, { params: { chatId: other } });
  expect(await eventsOf(other)).toMatchObject([{ action: 'CHAT_READ', fromSeq: 2, toSeq: 2 }]);
});

test('the list with its last messages leaves one line a visit', async () => {
  await cast.elena.call(listChats, {});
  await cast.elena.call(listChats, { query: { page: '2' } });
  expect(await auditEvents(cast.elena, { action: 'CHAT_LIST_READ' })).toMatchObject([
    { actorEmail: cast.elena.email, chatId: null },
  ]);
});

test('who watches live leaves a line when it begins and one when it ends, by whatever cause', async () => {
  const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
  await sendText(cast.ana, other, 'Uno');
  const live = await cast.elena.connect();
  await live.emit('watch', { chatId: other });
  await live.emit('watch', { chatId: other });
  await sendText(cast.ana, other, 'Dos');
  await live.emit('unwatch', { chatId: other });
  await live.emit('unwatch', { chatId: other });
  const whole = [
    { action: 'WATCH_ENDED', toSeq: 2 },
    { action: 'WATCH_STARTED', toSeq: 1 },
  ];
  expect(await eventsOf(other)).toMatchObject(whole);
  await live.emit('watch', { chatId: other });
  live.close();
  await expect
    .poll(() => eventsOf(other))
    .toMatchObject([
      { action: 'WATCH_ENDED', toSeq: 2 },
      { action: 'WATCH_STARTED', toSeq: 2 },
      ...whole,
    ]);
});

test('of a process that was killed the others record, once, what was watched there as ended', async () => {
  const own = await startApp();
  const { ana, elena, ventasChat } = await gatherCast(own);
  await sendText(ana, ventasChat, 'Uno');
  // A killed process leaves such a row.
  await own.ctx.db.run(sql`
    insert into watches (process_uuid, actor_id, chat_id)
    select gen_random_uuid(), u.id, c.id from users u, chats c
    where u.uuid = ${elena.uuid} and c.uuid = ${ventasChat}`);
  const next = await own.restart();
  const ends = async () => {
    const query = { action: 'WATCH_ENDED' as const };
    return (await next.elena.call(listAuditEvents, { query })).content;
  };
  await expect
    .poll(ends)
    .toMatchObject([
      { actorEmail: elena.email, chatId: ventasChat, groupName: 'Ventas', toSeq: 1 },
    ]);
  expect(await next.ctx.db.many(sql`select from watches`)).toEqual([]);
  await next.close();
});

test('files and thumbnails that an administrator opens leave a line; those of members do not', async () => {
  const file = { type: 'IMAGE' as const, fileName: 'plano.png', bytes: await picture() };
  const { mediaUrl, uuid } = await sentFile(cast.ana, direct, file);
  for (const reader of [cast.bruno, cast.elena, cast.elena]) {
    expect((await fetchFile(reader, mediaUrl)).status).toBe(200);
  }
  expect((await fetchFile(cast.elena, `${mediaUrl}?size=thumb`)).status).toBe(200);
  const lines = (await eventsOf(direct)).filter(({ messageId }) => messageId === uuid);
  expect(lines).toMatchObject([
    { action: 'THUMBNAIL_READ', detail: 'plano.png', actorEmail: cast.elena.email },
    { action: 'FILE_READ', detail: 'plano.png', actorEmail: cast.elena.email },
  ]);
});

test.each([
  ['its headers', {}, 'HEAD'],
  ['a part of it', { range: 'bytes=0-1' }, 'GET'],
  ['whether it has changed', { 'if-none-match': '*' }, 'GET'],
])('who asks of a file for %s alone leaves the same line', async (_, headers, method) => {
  const { mediaUrl, uuid } = await sentFile(cast.ana, direct, { bytes: '0123', fileName: 'a.txt' });
  const { status } = await fetchFile(cast.elena, mediaUrl, headers, method);
  expect([200, 206, 304]).toContain(status);
  const lines = (await eventsOf(direct)).filter(({ messageId }) => messageId === uuid);
  expect(lines).toMatchObject([{ action: 'FILE_READ', detail: 'a.txt' }]);
});

test('members who read their own chats, and refused readers, leave nothing', async () => {
  const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
  await read(cast.ana, cast.ventasChat);
  await read(cast.diego, cast.ventasChat);
  await read(cast.ana, personal);
  await read(cast.elena, personal);
  expect(await eventsOf(cast.ventasChat)).toEqual([]);
  expect(await eventsOf(personal)).toEqual([]);
});
