import { randomUUID } from 'node:crypto';
import { listUsers } from '@chat/contract/users/users.routes';
import type { User } from '@chat/contract/users/users.schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';
import { sql } from '../../db/database.ts';

let processes: Processes;
let watching: LiveClient;
beforeAll(async () => {
  processes = await startProcesses();
  watching = await processes.one.elena.connect();
});
afterAll(async () => {
  watching.close();
  await processes.close();
});

const statusOf = async ({ uuid }: Client) => {
  const { content } = await processes.one.elena.call(listUsers, {});
  return (content as User[]).find((user) => user.uuid === uuid)?.connectionStatus;
};
const told = ({ uuid }: Client, status: string) =>
  watching.hear('presence', (fact) => fact.userId === uuid && fact.connectionStatus === status);

test('a user is ONLINE while any process has a socket of his, and DISCONNECTED after the last one', async () => {
  const ana = await registerPerson(processes.one, 'ana');
  const [here, there] = [await ana.connect(), await at(processes.other, ana).connect()];
  const bruno = await registerPerson(processes.one, 'bruno');
  const liveBruno = await bruno.connect();
  here.close();
  liveBruno.close();
  // Bruno left with her and is told of: what is told of Ana would have come as well.
  await told(bruno, 'DISCONNECTED');
  expect(await statusOf(ana)).toBe('ONLINE');
  there.close();
  await told(ana, 'DISCONNECTED');
  expect(await statusOf(ana)).toBe('DISCONNECTED');
});

test('a process that starts leaves everybody where he is; one that stops takes its people along', async () => {
  const [carla, diego] = [
    await registerPerson(processes.one, 'carla'),
    await registerPerson(processes.one, 'diego'),
  ];
  const liveCarla = await carla.connect();
  const third = await processes.start();
  await at(third, diego).connect();
  await told(diego, 'ONLINE');
  expect(await statusOf(carla)).toBe('ONLINE');
  await third.close();
  await told(diego, 'DISCONNECTED');
  expect([await statusOf(carla), await statusOf(diego)]).toEqual(['ONLINE', 'DISCONNECTED']);
  liveCarla.close();
});

test('of a process that died without a word the people are DISCONNECTED soon, save those who are elsewhere', async () => {
  const [eva, fede] = [
    await registerPerson(processes.one, 'eva'),
    await registerPerson(processes.one, 'fede'),
  ];
  const liveFede = await fede.connect();
  const dead = randomUUID();
  const { db } = processes.one.ctx;
  await db.run(sql`
    update users set connected_to = connected_to || ${dead}::uuid, connection_status = 'ONLINE'
    where uuid in (${eva.uuid}, ${fede.uuid})`);
  await db.run(sql`
    insert into processes (uuid, seen_at) values (${dead}, now() - interval '20 seconds')`);
  await told(eva, 'DISCONNECTED');
  expect(await statusOf(fede)).toBe('ONLINE');
  expect(watching.all('presence').filter(({ userId }) => userId === fede.uuid)).toHaveLength(1);
  liveFede.close();
});

test('a process that was taken for dead brings its people back', async () => {
  const gala = await registerPerson(processes.one, 'gala');
  const live = await at(processes.other, gala).connect();
  await told(gala, 'ONLINE');
  watching.forget();
  const { db } = processes.one.ctx;
  await db.run(sql`update users set connected_to = '{}', connection_status = 'DISCONNECTED'`);
  await db.run(sql`delete from processes`);
  await told(gala, 'ONLINE');
  expect(await statusOf(gala)).toBe('ONLINE');
  live.close();
});
