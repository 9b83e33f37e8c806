import { randomUUID } from 'node:crypto';
import { logout } from '@chat/contract/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { registerPerson, usersOf } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';
import { type Sql, sql } from '../../db/database.ts';

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
  const users = await usersOf(processes.one.elena);
  return users.find((user) => user.uuid === uuid)?.connectionStatus;
};
const announced = ({ uuid }: Client, status: string) =>
  watching.waitFor(
    'presence',
    (event) => event.userId === uuid && event.connectionStatus === status,
  );

/** Connects people to a process other than these two. */
const connectTo = (processId: string, ...people: Client[]) =>
  processes.one.ctx.db.run(sql`
    insert into user_connections as c (user_id, status, connections)
    select u.id, 'ONLINE', array[${processId}::text || ':' || (select min(id) from sessions where user_id = u.id)]
    from users u where uuid = any(${people.map(({ uuid }) => uuid)}::uuid[])
    on conflict (user_id) do update set status = 'ONLINE', connections = c.connections || excluded.connections`);

test('a user is ONLINE while any process has a socket of theirs, and DISCONNECTED after the last one', async () => {
  const ana = await registerPerson(processes.one, 'ana');
  const [here, there] = [await ana.connect(), await at(processes.other, ana).connect()];
  const bruno = await registerPerson(processes.one, 'bruno');
  const liveBruno = await bruno.connect();
  here.close();
  liveBruno.close();
  // Bruno disconnected together with Ana: after the event about him, an event about Ana would have arrived as well.
  await announced(bruno, 'DISCONNECTED');
  expect(await statusOf(ana)).toBe('ONLINE');
  there.close();
  await announced(ana, 'DISCONNECTED');
  expect(await statusOf(ana)).toBe('DISCONNECTED');
});

let people = 0;
const newPerson = (by = processes.one) => registerPerson(by, `presente-${people++}`);

/** On return every connection lost at the process before is written and announced: losses keep their order. */
async function lossesOf(process: TestApp): Promise<void> {
  const last = await newPerson();
  (await at(process, last).connect()).close();
  await announced(last, 'DISCONNECTED');
}

// Each test waits for the grace period of a lost socket, so the tests wait in parallel.
describe.concurrent('after a logout a user is OFFLINE', () => {
  test('whichever processes signed them in, had their socket, and heard of the logout', async () => {
    const { one, other } = processes;
    const ways = [one, other].flatMap((signIn) =>
      [one, other].flatMap((socket) => [one, other].map((end) => ({ signIn, socket, end }))),
    );
    const gone = await Promise.all(
      ways.map(async ({ signIn, socket, end }) => {
        const person = await newPerson(signIn);
        const live = await at(socket, person).connect();
        await at(end, person).call(logout, {});
        const atOnce = await statusOf(person);
        await live.closed();
        return { person, atOnce };
      }),
    );
    await Promise.all([lossesOf(one), lossesOf(other)]);
    const later = await Promise.all(gone.map(({ person }) => statusOf(person)));
    expect([...gone.map(({ atOnce }) => atOnce), ...later]).toEqual(Array(16).fill('OFFLINE'));
    for (const { person } of gone) {
      const received = watching.all('presence').filter(({ userId }) => userId === person.uuid);
      expect(received.map(({ connectionStatus }) => connectionStatus)).toEqual([
        'ONLINE',
        'OFFLINE',
      ]);
    }
  });

  test('also when the socket was lost a moment before, at another process', async () => {
    const person = await newPerson();
    (await at(processes.other, person).connect()).close();
    await person.call(logout, {});
    expect(await statusOf(person)).toBe('OFFLINE');
    await lossesOf(processes.other);
    expect(await statusOf(person)).toBe('OFFLINE');
  });

  test('also when the process that had the socket was killed and nobody has noticed yet', async () => {
    const person = await newPerson();
    const dead = randomUUID();
    const { db } = processes.one.ctx;
    await db.run(sql`insert into processes (uuid) values (${dead})`);
    await connectTo(dead, person);
    await person.call(logout, {});
    expect(await statusOf(person)).toBe('OFFLINE');
    await db.run(sql`delete from processes where uuid = ${dead}`);
  });

  test('unless another session is connected somewhere: losing that one makes them DISCONNECTED', async () => {
    const person = await newPerson();
    const phone = await processes.other.signIn(person.email);
    const [live, livePhone] = [await person.connect(), await phone.connect()];
    await at(processes.other, person).call(logout, {});
    await live.closed();
    await lossesOf(processes.one);
    expect(await statusOf(person)).toBe('ONLINE');
    livePhone.close();
    await announced(person, 'DISCONNECTED');
    expect(await statusOf(person)).toBe('DISCONNECTED');
  });

  test('until they sign in again: from then on a lost socket counts as one', async () => {
    const person = await newPerson();
    const live = await person.connect();
    await at(processes.other, person).call(logout, {});
    const again = await processes.other.signIn(person.email);
    const liveAgain = await again.connect();
    await live.closed();
    expect(await statusOf(person)).toBe('ONLINE');
    liveAgain.close();
    await announced(person, 'DISCONNECTED');
    expect(await statusOf(person)).toBe('DISCONNECTED');
  });
});

test('after a logout a user is OFFLINE also when the socket was just registering', async () => {
  const person = await newPerson();
  const { db } = processes.other.ctx;
  const { maybeOne } = db;
  let registers = () => {};
  const isRegistering = new Promise<void>((resolve) => {
    registers = resolve;
  });
  let ended = () => {};
  const hasEnded = new Promise<void>((resolve) => {
    ended = resolve;
  });
  db.maybeOne = async <Row>(query: Sql) => {
    if (query.text.includes('insert into user_connections')) {
      registers();
      await hasEnded;
    }
    return maybeOne<Row>(query);
  };
  const connecting = at(processes.other, person)
    .connect()
    .catch(() => undefined);
  await isRegistering;
  db.maybeOne = maybeOne;
  await person.call(logout, {});
  ended();
  await connecting;
  await lossesOf(processes.other);
  expect(await statusOf(person)).toBe('OFFLINE');
});

test('a process that starts leaves everybody where they are; one that stops takes its people along', async () => {
  const [carla, diego] = [
    await registerPerson(processes.one, 'carla'),
    await registerPerson(processes.one, 'diego'),
  ];
  const liveCarla = await carla.connect();
  const third = await processes.start();
  await at(third, diego).connect();
  await announced(diego, 'ONLINE');
  expect(await statusOf(carla)).toBe('ONLINE');
  await third.close();
  await announced(diego, 'DISCONNECTED');
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
  await connectTo(dead, eva, fede);
  await db.run(sql`
    insert into processes (uuid, seen_at) values (${dead}, now() - interval '20 seconds')`);
  await announced(eva, 'DISCONNECTED');
  expect(await statusOf(fede)).toBe('ONLINE');
  expect(watching.all('presence').filter(({ userId }) => userId === fede.uuid)).toHaveLength(1);
  liveFede.close();
});

test('a process that was taken for dead brings its people back', async () => {
  const gala = await registerPerson(processes.one, 'gala');
  const live = await at(processes.other, gala).connect();
  await announced(gala, 'ONLINE');
  watching.forget();
  const { db } = processes.one.ctx;
  await db.run(sql`update user_connections set connections = '{}', status = 'DISCONNECTED'`);
  await db.run(sql`delete from processes`);
  await announced(gala, 'ONLINE');
  expect(await statusOf(gala)).toBe('ONLINE');
  live.close();
});
