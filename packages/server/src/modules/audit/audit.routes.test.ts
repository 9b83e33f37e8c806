import { listAuditEvents } from '@chat/contract/audit/audit.routes';
import type { AuditAction, AuditEvent } from '@chat/contract/audit/audit.schema';
import { getChat, getPersonalChat, listChats } from '@chat/contract/chats/chats.routes';
import { approveDevice, listDevices, rejectDevice } from '@chat/contract/devices/devices.routes';
import { addGroupParticipants, removeGroupParticipant } from '@chat/contract/groups/groups.routes';
import { deleteMessage, listMessages } from '@chat/contract/messages/messages.routes';
import { assignPermissions, removePermission } from '@chat/contract/permissions/permissions.routes';
import {
  blockUser,
  deleteUser,
  setUserPassword,
  unblockUser,
  updateUser,
} from '@chat/contract/users/users.routes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerManager,
  registerPerson,
  registerUser,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { fetchFile, picture, sentFile } from '../../../test/files.ts';
import { NOBODY } from '../../../test/wrong-values.ts';
import { runCommand } from '../../commands/admin/operations.ts';
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

type Filter = { action?: AuditAction } & Partial<Record<'userId' | 'since' | 'until', string>>;

const linesOf = async (filter: Filter): Promise<AuditEvent[]> =>
  (await cast.elena.call(listAuditEvents, { query: filter })).content;

async function eventsOf(chatId: string): Promise<AuditEvent[]> {
  const { content } = await cast.elena.call(listAuditEvents, { query: { size: '200' } });
  return content.filter((event) => event.chatId === chatId);
}

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
  expect(await linesOf({ action: 'CHAT_LIST_READ' })).toMatchObject([
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
  await vi.waitFor(async () =>
    expect(await eventsOf(other)).toMatchObject([
      { action: 'WATCH_ENDED', toSeq: 2 },
      { action: 'WATCH_STARTED', toSeq: 2 },
      ...whole,
    ]),
  );
});

test('of a process that was killed the others record, once, what was watched there as ended', async () => {
  const own = await startApp();
  const { ana, elena, ventasChat } = await gatherCast(own);
  await sendText(ana, ventasChat, 'Uno');
  // As a process that had no time to end it leaves it.
  await own.ctx.db.run(sql`
    insert into watches (process_uuid, actor_id, chat_id)
    select gen_random_uuid(), u.id, c.id from users u, chats c
    where u.uuid = ${elena.uuid} and c.uuid = ${ventasChat}`);
  const next = await own.restart();
  const ends = async () => {
    const query = { action: 'WATCH_ENDED' as const };
    return (await next.elena.call(listAuditEvents, { query })).content;
  };
  await vi.waitFor(async () =>
    expect(await ends()).toMatchObject([
      { actorEmail: elena.email, chatId: ventasChat, groupName: 'Ventas', toSeq: 1 },
    ]),
  );
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

test('members who read their own chats, and refused readers, leave nothing', async () => {
  const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
  await read(cast.ana, cast.ventasChat);
  await read(cast.diego, cast.ventasChat);
  await read(cast.ana, personal);
  await read(cast.elena, personal);
  expect(await eventsOf(cast.ventasChat)).toEqual([]);
  expect(await eventsOf(personal)).toEqual([]);
});

test('a deletion is told with its author, and one that found nothing is not', async () => {
  const sent = await sendText(cast.bruno, cast.ventasChat, 'Mejor que no');
  const messageId = sent.content[0]?.uuid as string;
  const params = { chatId: cast.ventasChat, messageId };
  await cast.elena.call(deleteMessage, { params });
  await cast.elena.call(deleteMessage, { params });
  const deletions = (await eventsOf(cast.ventasChat)).filter(
    ({ action }) => action === 'MESSAGE_DELETED',
  );
  expect(deletions).toMatchObject([{ messageId, messageSenderEmail: cast.bruno.email }]);
  expect(JSON.stringify(deletions)).not.toContain('Mejor que no');
});

test('who joins and leaves a group, by whom, is on record; one who is in already is not', async () => {
  const mario = await registerManager(app, 'mario', cast.ventas);
  const params = { groupId: cast.ventas.uuid };
  const body = { userIds: [cast.diego.uuid, cast.ana.uuid] };
  await mario.call(addGroupParticipants, { params, body });
  await cast.elena.call(removeGroupParticipant, {
    params: { ...params, userId: cast.diego.uuid },
  });
  const about = { targetEmail: cast.diego.email, groupName: 'Ventas', groupId: cast.ventas.uuid };
  expect((await linesOf({ userId: cast.diego.uuid })).slice(0, 2)).toMatchObject([
    { ...about, action: 'PARTICIPANT_REMOVED', actorEmail: cast.elena.email },
    { ...about, action: 'PARTICIPANT_ADDED', actorEmail: mario.email },
  ]);
  const added = await linesOf({ action: 'PARTICIPANT_ADDED', userId: mario.uuid });
  expect(added.map(({ targetEmail }) => targetEmail)).not.toContain(cast.ana.email);
});

test("what is done to a person's account, rights and devices is on record", async () => {
  const person = await registerPerson(app, 'zoe');
  const params = { userId: person.uuid };
  await cast.elena.call(updateUser, {
    params,
    body: { firstName: 'Zoe', lastName: 'Ruiz', email: 'zoe.ruiz@empresa.local' },
  });
  const groupIds = [cast.ventas.uuid];
  await cast.elena.call(assignPermissions, { params, body: { groupIds } });
  await cast.elena.call(assignPermissions, { params, body: { groupIds } });
  await cast.elena.call(removePermission, {
    params: { ...params, permissionId: cast.ventas.uuid },
  });
  await cast.elena.call(setUserPassword, { params, body: { password: 'otra-clave-456' } });
  await cast.elena.call(blockUser, { params });
  await cast.elena.call(unblockUser, { params });
  const devices = await cast.elena.call(listDevices, { query: { search: 'zoe.ruiz' } });
  const deviceId = devices.content[0]?.uuid as string;
  await cast.elena.call(approveDevice, { params: { deviceId } });
  await cast.elena.call(rejectDevice, { params: { deviceId } });
  await cast.elena.call(deleteUser, { params });
  const lines = await linesOf({ userId: person.uuid });
  expect(lines.map(({ action }) => action).toReversed()).toEqual([
    'USER_CREATED',
    'PARTICIPANT_ADDED',
    'USER_UPDATED',
    'PERMISSION_GIVEN',
    'PERMISSION_REMOVED',
    'PASSWORD_SET',
    'USER_BLOCKED',
    'USER_UNBLOCKED',
    // Approved by the setting, so that approving it once more changes nothing.
    'DEVICE_REJECTED',
    'USER_DELETED',
  ]);
  const deletedAt = lines.at(0)?.happenedAt.slice(0, 'YYYY-MM-DD'.length);
  for (const line of lines) {
    expect(line).toMatchObject({ actorEmail: cast.elena.email, actorDeletedAt: null });
    // Somebody else may have the e-mail by now, in older lines too.
    expect(line.targetDeletedAt).toContain(deletedAt);
  }
  const renamed = lines.find(({ action }) => action === 'USER_UPDATED');
  expect(renamed).toMatchObject({
    targetEmail: 'zoe.ruiz@empresa.local',
    detail: 'zoe@empresa.local',
  });
});

test('a device that an administrator lets in is on record', async () => {
  const strict = await startApp({ deviceApproval: 'users' });
  const email = await registerUser(strict, 'ana');
  expect((await strict.client().login(email)).status).toBe(403);
  const devices = await strict.elena.call(listDevices, { query: { search: 'ana' } });
  const params = { deviceId: devices.content[0]?.uuid as string };
  await strict.elena.call(approveDevice, { params });
  await strict.elena.call(approveDevice, { params });
  const { content } = await strict.elena.call(listAuditEvents, {
    query: { action: 'DEVICE_APPROVED' },
  });
  expect(content).toMatchObject([{ targetEmail: email, actorEmail: strict.elena.email }]);
  await strict.close();
});

test('what the command line of the machine does names nobody as its actor', async () => {
  const { email, uuid } = await registerPerson(app, 'olga');
  await runCommand(app.ctx, { name: 'block', email, password: undefined, deviceId: undefined });
  expect(await linesOf({ userId: uuid, action: 'USER_BLOCKED' })).toMatchObject([
    { actorId: null, actorEmail: null, targetEmail: email },
  ]);
});

test('renaming an administrator rewrites no line of what was done', async () => {
  const gema = await registerPerson(app, 'gema', { role: 'ADMIN' });
  const { email, uuid } = gema;
  const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
  await read(gema, other);
  const body = { firstName: 'Gema', lastName: 'Sol', email: 'otra@empresa.local' };
  await cast.elena.call(updateUser, { params: { userId: uuid }, body });
  expect(await linesOf({ userId: uuid, action: 'CHAT_READ' })).toMatchObject([
    { actorId: uuid, actorEmail: email },
  ]);
});

test('the list is narrowed by action, by user, and by time: since is part of it, until is not', async () => {
  const all = await linesOf({});
  const [newest, before] = all as [AuditEvent, AuditEvent];
  const until = await linesOf({ until: newest.happenedAt });
  expect(until.map(({ id }) => id)).not.toContain(newest.id);
  const since = await linesOf({ since: before.happenedAt });
  expect(since.map(({ id }) => id)).toContain(before.id);
  expect(await linesOf({ since: '2100-01-01T00:00:00Z' })).toEqual([]);
  expect(await linesOf({ userId: NOBODY })).toEqual([]);
  const actions = new Set((await linesOf({ action: 'CHAT_READ' })).map(({ action }) => action));
  expect([...actions]).toEqual(['CHAT_READ']);
});

test.each([
  ['action', 'NOTHING'],
  ['userId', 'nobody'],
  ['since', 'ayer'],
  ['until', '2026-13-01T00:00:00Z'],
])('a filter that cannot be read is 422: %s=%s', async (name, value) => {
  const reply = await cast.elena.request('GET', `/admin/audit-events?${name}=${value}`);
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.errors)).toEqual([name]);
});

test('the newest comes first, in pages of 50', async () => {
  const { content, pagination } = await cast.elena.call(listAuditEvents, {});
  expect(pagination).toMatchObject({ page: 1, size: 50, totalElements: content.length });
  const ids = content.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
});

test.each([
  'update audit_events set actor_id = actor_id',
  'delete from audit_events',
  'truncate audit_events',
])('nobody can edit it, not even by SQL: %s', async (statement) => {
  await read(cast.elena, direct);
  await expect(app.ctx.db.run(sql([statement]))).rejects.toThrow('only ever added');
});
