import { endOtherSessions, endOwnSession, listOwnSessions, logout } from '@chat/contract/auth';
import { firstOf, required } from '@chat/contract/checks';
import { listDevices, rejectDevice } from '@chat/contract/devices';
import {
  blockUser,
  changeOwnPassword,
  deleteUser,
  getCurrentUser,
  setUserPassword,
} from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerPerson } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import { at, type Processes, receiveLate, startProcesses } from '../../../test/processes.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

let people = 0;
const newPerson = () => registerPerson(processes.one, `persona-${people++}`);
const statusOf = async (person: Client) => (await person.call(getCurrentUser, {})).status;

const elena = () => processes.one.elena;
const params = ({ uuid }: Client) => ({ userId: uuid });
type End = (person: Client) => Promise<{ status: number }>;
const ends: [string, End][] = [
  ['logout', (person) => person.call(logout, {})],
  ['block', (person) => elena().call(blockUser, { params: params(person) })],
  ['delete', (person) => elena().call(deleteUser, { params: params(person) })],
  [
    'device rejection',
    async (person) => {
      const devices = await elena().call(listDevices, { query: { search: person.email } });
      const deviceId = firstOf(devices.content).uuid;
      return elena().call(rejectDevice, { params: { deviceId } });
    },
  ],
  [
    'a new password set by an administrator',
    (person) =>
      elena().call(setUserPassword, { params: params(person), body: { password: 'nueva-1' } }),
  ],
  [
    'a password changed in another session',
    async (person) => {
      const body = { currentPassword: PASSWORD, password: 'nueva-clave' };
      return (await processes.one.signIn(person.email)).call(changeOwnPassword, { body });
    },
  ],
  [
    'its owner in another session',
    async (person) => {
      const own = await processes.one.signIn(person.email);
      const { content } = await own.call(listOwnSessions, {});
      const { uuid } = firstOf(content.filter(({ current }) => !current));
      return own.call(endOwnSession, { params: { sessionId: uuid } });
    },
  ],
  [
    'its owner, with all but the one in use',
    async (person) => (await processes.one.signIn(person.email)).call(endOtherSessions, {}),
  ],
];

describe('once it is answered that a session has ended, no other process lets it in either:', () => {
  beforeAll(() => receiveLate(processes.other, 150));

  test.each(ends)('%s', async (_, end) => {
    const person = await newPerson();
    const there = at(processes.other, person);
    expect(await statusOf(there)).toBe(200);
    expect((await end(person)).status).toBe(200);
    expect(await statusOf(there)).toBe(401);
  });
});

test('a process that died without a word holds a logout up for a moment only', async () => {
  const { commands } = required(processes.one.ctx.redis, 'redis');
  const [second] = await commands.time();
  await commands.zadd('web-chat:processes', required(second, 'time'), 'muerto');
  const person = await newPerson();
  const there = at(processes.other, person);
  expect(await statusOf(there)).toBe(200);
  expect((await person.call(logout, {})).status).toBe(200);
  expect(await statusOf(there)).toBe(401);
  await commands.zrem('web-chat:processes', 'muerto');
});

test('while Redis is away the other process is asked to forget by nobody, and does so all the same', async () => {
  const person = await newPerson();
  const there = at(processes.other, person);
  expect(await statusOf(there)).toBe(200);
  await processes.redis.crash();
  expect((await person.call(logout, {})).status).toBe(200);
  expect(await statusOf(there)).toBe(401);
  await processes.redis.resume();
});
