import { listAuditEvents } from '@chat/contract/audit';
import { firstOf } from '@chat/contract/checks';
import { approveDevice, listDevices, rejectDevice } from '@chat/contract/devices';
import {
  addGroupParticipants,
  assignPermissions,
  deleteGroup,
  removeGroupParticipant,
  removePermission,
} from '@chat/contract/groups';
import { deleteMessage } from '@chat/contract/messages';
import {
  blockUser,
  deleteUser,
  setUserPassword,
  unblockUser,
  updateUser,
} from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminCommand } from '../../../test/admin-command.ts';
import { auditEvents, auditEventsOfChat } from '../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  gatherCast,
  registerManager,
  registerPerson,
  registerUser,
  sendText,
} from '../../../test/cast.ts';
import { runCommand } from '../../commands/admin/operations.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const linesOf = (filter: Parameters<typeof auditEvents>[1]) => auditEvents(cast.elena, filter);

test('a deletion is told with its author, and one that found nothing is not', async () => {
  const sent = await sendText(cast.bruno, cast.ventasChat, 'Mejor que no');
  const messageId = firstOf(sent.content).uuid;
  const params = { chatId: cast.ventasChat, messageId };
  await cast.elena.call(deleteMessage, { params });
  await cast.elena.call(deleteMessage, { params });
  const deletions = (await auditEventsOfChat(cast.elena, cast.ventasChat)).filter(
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
  const deviceId = firstOf(devices.content).uuid;
  await cast.elena.call(approveDevice, { params: { deviceId } });
  await cast.elena.call(rejectDevice, { params: { deviceId } });
  await cast.elena.call(deleteUser, { params });
  const lines = await linesOf({ userId: person.uuid });
  expect(lines.map(({ action }) => action).toReversed()).toEqual([
    'USER_CREATED',
    'PARTICIPANT_ADDED',
    'SIGN_IN',
    'USER_UPDATED',
    'PERMISSION_GIVEN',
    'PERMISSION_REMOVED',
    'PASSWORD_SET',
    'USER_BLOCKED',
    'USER_UNBLOCKED',
    // No DEVICE_APPROVED: the setting has approved the device, so a second approval changes nothing.
    'DEVICE_REJECTED',
    'USER_DELETED',
  ]);
  const deletedAt = lines.at(0)?.happenedAt.slice(0, 'YYYY-MM-DD'.length);
  for (const line of lines.filter(({ action }) => action !== 'SIGN_IN')) {
    expect(line).toMatchObject({ actorEmail: cast.elena.email, actorDeletedAt: null });
    // The e-mail may belong to somebody else by now, so older lines also have the time of the deletion.
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
  const params = { deviceId: firstOf(devices.content).uuid };
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
  await runCommand(app.ctx, adminCommand('block', '--email', email));
  await runCommand(app.ctx, adminCommand('create-admin', '--email', 'nueva'));
  const nobody = { actorId: null, actorEmail: null, address: null };
  expect(await linesOf({ userId: uuid, action: 'USER_BLOCKED' })).toMatchObject([
    { ...nobody, targetEmail: email },
  ]);
  const [created] = await linesOf({ action: 'USER_CREATED' });
  expect(created).toMatchObject({
    ...nobody,
    targetEmail: 'nueva@empresa.local',
    detail: 'ADMIN',
  });
});

test('the deletion of a group is on record with its name', async () => {
  const { uuid, name } = await createGroupOf(app, 'Pasajero', [cast.ana]);
  await cast.elena.call(deleteGroup, { params: { groupId: uuid } });
  expect(await linesOf({ action: 'GROUP_DELETED' })).toMatchObject([
    { actorEmail: cast.elena.email, groupId: uuid, groupName: name, address: '127.0.0.1' },
  ]);
});

test('an administrator who sets their own password by that route changes their own', async () => {
  const irma = await registerPerson(app, 'irma', { role: 'ADMIN' });
  const params = { userId: irma.uuid };
  await irma.call(setUserPassword, { params, body: { password: 'otra-clave-456' } });
  const lines = await linesOf({ userId: irma.uuid });
  expect(lines[0]).toMatchObject({
    action: 'PASSWORD_CHANGED',
    actorEmail: irma.email,
    targetEmail: irma.email,
  });
  expect(lines.map(({ action }) => action)).not.toContain('PASSWORD_SET');
});
