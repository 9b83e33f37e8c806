import { logout } from '@chat/contract/auth';
import { required } from '@chat/contract/checks';
import { listDevices, rejectDevice } from '@chat/contract/devices';
import { assignPermissions, listGroups, removePermission } from '@chat/contract/groups';
import {
  blockUser,
  changeOwnPassword,
  deleteUser,
  getCurrentUser,
  listUsers,
  setUserPassword,
} from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGroupOf, registerPerson } from '../test/cast.ts';
import { type Client, PASSWORD } from '../test/client.ts';
import { at, type Processes, startProcesses } from '../test/processes.ts';
import type { LiveClient } from '../test/socket-client.ts';

let processes: Processes;
let elena: Client;
let watching: LiveClient;
beforeAll(async () => {
  processes = await startProcesses();
  elena = processes.one.elena;
  watching = await processes.other.elena.connect();
});
afterAll(async () => {
  watching.close();
  await processes.close();
});

let people = 0;
/** A person whom the other process remembers, with a socket there. */
async function newPerson() {
  const person = await registerPerson(processes.one, `persona-${++people}`);
  const there = at(processes.other, person);
  const live = await there.connect();
  expect((await there.call(getCurrentUser, {})).status).toBe(200);
  return { person, there, live };
}

/** On return the other process has received all earlier events of this one. */
async function receivedThere(): Promise<void> {
  const { uuid } = await registerPerson(processes.one, `testigo-${++people}`);
  await watching.waitFor('user:changed', ({ userId }) => userId === uuid);
}

const causes: [string, (person: Client) => Promise<unknown>][] = [
  ['their logout', (person) => person.call(logout, {})],
  ['a block', ({ uuid }) => elena.call(blockUser, { params: { userId: uuid } })],
  ['their deletion', ({ uuid }) => elena.call(deleteUser, { params: { userId: uuid } })],
  [
    "their device's rejection",
    async ({ email }) => {
      const { content } = await elena.call(listDevices, { query: { search: email } });
      for (const { uuid } of content)
        await elena.call(rejectDevice, { params: { deviceId: uuid } });
    },
  ],
  [
    'a new password from an administrator',
    ({ uuid }) =>
      elena.call(setUserPassword, { params: { userId: uuid }, body: { password: 'nueva-clave' } }),
  ],
  [
    'a new password of their own, set elsewhere',
    async ({ email }) => {
      const elsewhere = await processes.one.signIn(email);
      const body = { currentPassword: PASSWORD, password: 'nueva-clave' };
      await elsewhere.call(changeOwnPassword, { body });
    },
  ],
];

describe('out of another process too, by page and by socket', () => {
  test.each(causes)('on %s', async (_, cause) => {
    const { person, there, live } = await newPerson();
    await cause(person);
    await receivedThere();
    expect((await there.call(getCurrentUser, {})).status).toBe(401);
    await live.closed();
    expect(live.all('session:ended')).toHaveLength(1);
  });
});

test('who manages a group no more is told so by the other process as well', async () => {
  const { person, there, live } = await newPerson();
  const group = await createGroupOf(processes.one, 'Suyo', []);
  const params = { userId: person.uuid };
  await elena.call(assignPermissions, { params, body: { groupIds: [group.uuid] } });
  await receivedThere();
  const answers = async () => [
    (await there.call(listGroups, {})).status,
    (await there.call(listUsers, {})).status,
  ];
  expect(await answers()).toEqual([200, 200]);
  await elena.call(removePermission, { params: { ...params, permissionId: group.uuid } });
  await receivedThere();
  expect(await answers()).toEqual([403, 403]);
  live.close();
});

test('a session that was used at one process is not over at another that has not seen it for as long', async () => {
  const HOUR_MS = 3_600_000;
  const { person, live } = await newPerson();
  const token = required(person.token, 'token');
  const passing = await processes.start();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * HOUR_MS });
  expect(await passing.ctx.sessions.find(token)).toBeDefined();
  await passing.close();
  vi.setSystemTime(Date.now() + 7 * HOUR_MS);
  expect(await processes.other.ctx.sessions.find(token)).toBeDefined();
  vi.useRealTimers();
  live.close();
});
