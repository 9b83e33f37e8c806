import { logout } from '@chat/contract/auth';
import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patientTiming, startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerPerson,
  usersOf,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { openSocket } from '../../../test/socket-client.ts';
import { defaultTiming } from '../../config/timing.ts';
import { sql } from '../../db/database.ts';

let app: TestApp;
let cast: Cast;
const timing = { ...patientTiming, presenceGraceMs: 10, typingMs: 600_000 };
beforeAll(async () => {
  app = await startApp({ timing });
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const statusOf = async (person: Client, by = app.elena) => {
  const users = await usersOf(by);
  return users.find(({ uuid }) => uuid === person.uuid)?.connectionStatus;
};

/** Waits until administrators have received the status; from then on `listUsers` returns it. */
async function until(person: Client, status: string) {
  const live = await app.elena.connect();
  const isIt = await statusOf(person);
  if (isIt !== status) {
    await live.waitFor(
      'presence',
      (event) => event.userId === person.uuid && event.connectionStatus === status,
    );
  }
  live.close();
}

let people = 0;
const newPerson = () => registerPerson(app, `presente-${people++}`);

describe('connectionStatus', () => {
  test('is OFFLINE before the first connection, signed in or not', async () => {
    expect(await statusOf(await newPerson())).toBe('OFFLINE');
  });

  test('is ONLINE with a registered socket, not with one that has only connected', async () => {
    const person = await newPerson();
    const silent = await openSocket(app.url, { token: person.token });
    await silent.fence();
    expect(await statusOf(person)).toBe('OFFLINE');
    const live = await person.connect();
    expect(await statusOf(person)).toBe('ONLINE');
    silent.close();
    live.close();
  });

  test('is DISCONNECTED when the last socket is lost without a logout', async () => {
    const person = await newPerson();
    const [one, other] = [await person.connect(), await person.connect()];
    one.close();
    expect(await statusOf(person)).toBe('ONLINE');
    other.close();
    await until(person, 'DISCONNECTED');
    expect(await statusOf(person)).toBe('DISCONNECTED');
  });

  test('is ONLINE while another process has a socket of theirs', async () => {
    const [person, alone] = [await newPerson(), await newPerson()];
    const lives = [await person.connect(), await alone.connect()];
    await app.ctx.db.run(sql`
      update user_connections set connections = connections || array['another:1']
      where user_id = (select id from users where uuid = ${person.uuid})`);
    for (const live of lives) live.close();
    // Both are lost together, and are written so.
    await until(alone, 'DISCONNECTED');
    expect(await statusOf(person)).toBe('ONLINE');
  });

  test('is OFFLINE after a logout, and ONLINE while another session of theirs is connected', async () => {
    const person = await newPerson();
    const other = await app.signIn(person.email);
    const [live, liveOther] = [await person.connect(), await other.connect()];
    await person.call(logout, {});
    await live.closed();
    expect(await statusOf(person)).toBe('ONLINE');
    await other.call(logout, {});
    await liveOther.closed();
    expect(await statusOf(person)).toBe('OFFLINE');
  });

  test('coming back makes them ONLINE again', async () => {
    const person = await newPerson();
    (await person.connect()).close();
    await until(person, 'DISCONNECTED');
    const live = await person.connect();
    expect(await statusOf(person)).toBe('ONLINE');
    live.close();
  });

  test('a page that is reloaded was never away', async () => {
    expect(defaultTiming.presenceGraceMs).toBe(1_500);
    timing.presenceGraceMs = 600_000;
    const person = await newPerson();
    const watcher = await app.elena.connect();
    let live = await person.connect();
    for (let i = 0; i < 5; i++) {
      live.close();
      live = await person.connect();
    }
    await watcher.fence();
    const events = watcher.all('presence').filter(({ userId }) => userId === person.uuid);
    expect(events.map(({ connectionStatus }) => connectionStatus)).toEqual(['ONLINE']);
    timing.presenceGraceMs = 10;
    live.close();
    watcher.close();
  });

  test('after a restart nobody is ONLINE: who was is DISCONNECTED', async () => {
    const first = await startApp();
    const ana = await registerPerson(first, 'ana');
    await ana.connect();
    const second = await first.restart();
    expect(await statusOf(ana, second.elena)).toBe('DISCONNECTED');
    await second.close();
  });
});

test('presence reaches administrators and does not reach Diego', async () => {
  const person = await newPerson();
  const [elena, diego] = [await app.elena.connect(), await cast.diego.connect()];
  const live = await person.connect();
  const expected = { userId: person.uuid, connectionStatus: 'ONLINE' };
  expect(await elena.waitFor('presence', ({ userId }) => userId === person.uuid)).toEqual(expected);
  await diego.fence();
  expect(diego.all('presence')).toEqual([]);
  for (const socket of [elena, diego, live]) socket.close();
});

describe('typing', () => {
  const typing = (client: Client) => ({ userId: client.uuid, email: client.email });

  test("reaches the group's other members, and does not reach the writer or Diego", async () => {
    const [ana, anaToo, bruno, diego] = [
      await cast.ana.connect(),
      await cast.ana.connect(),
      await cast.bruno.connect(),
      await cast.diego.connect(),
    ];
    expect(await ana.emit('typing', { chatId: cast.ventasChat })).toEqual({ ok: true });
    const expected = { chatId: cast.ventasChat, ...typing(cast.ana) };
    expect(await bruno.waitFor('typing')).toEqual(expected);
    for (const socket of [ana, anaToo, diego]) {
      await socket.fence();
      expect(socket.all('typing')).toEqual([]);
    }
    for (const socket of [ana, anaToo, bruno, diego]) socket.close();
  });

  test('in a direct chat it reaches the other one, and does not reach Carla', async () => {
    const chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    const [ana, bruno, carla] = [
      await cast.ana.connect(),
      await cast.bruno.connect(),
      await cast.carla.connect(),
    ];
    await bruno.emit('typing', { chatId });
    expect(await ana.waitFor('typing')).toEqual({ chatId, ...typing(cast.bruno) });
    await carla.fence();
    expect(carla.all('typing')).toEqual([]);
    for (const socket of [ana, bruno, carla]) socket.close();
  });

  test('is event at most once every 3 s for each writer and chat', async () => {
    const chatId = await directChatOf(cast.bruno, cast.carla, cast.ventas);
    const [bruno, carla] = [await cast.bruno.connect(), await cast.carla.connect()];
    for (let i = 0; i < 10; i++)
      expect(await bruno.emit('typing', { chatId })).toEqual({ ok: true });
    await carla.emit('typing', { chatId });
    await bruno.waitFor('typing');
    await carla.fence();
    expect(carla.all('typing')).toHaveLength(1);
    for (const socket of [bruno, carla]) socket.close();
  });

  test('is not for outsiders, for watching administrators, nor for where nobody listens', async () => {
    const { uuid } = (await cast.ana.call(getPersonalChat, {})).content;
    const [ana, diego, elena] = [
      await cast.ana.connect(),
      await cast.diego.connect(),
      await app.elena.connect(),
    ];
    expect(await diego.emit('typing', { chatId: cast.ventasChat })).toMatchObject({ ok: false });
    expect(await elena.emit('typing', { chatId: cast.ventasChat })).toMatchObject({ ok: false });
    expect(await ana.emit('typing', { chatId: uuid })).toEqual({ ok: true });
    for (const socket of [ana, diego, elena]) socket.close();
  });

  test('does not reach who was removed from the group', async () => {
    const eva = await registerPerson(app, 'eva');
    const path = `/groups/${cast.ventas.uuid}/users`;
    await app.elena.request('POST', path, { userIds: [eva.uuid] });
    const chatId = await directChatOf(cast.carla, eva, cast.ventas);
    const [live, carla] = [await eva.connect(), await cast.carla.connect()];
    await app.elena.request('DELETE', `${path}/${eva.uuid}`);
    await carla.emit('typing', { chatId });
    await carla.emit('typing', { chatId: cast.ventasChat });
    await live.fence();
    expect(live.all('typing')).toEqual([]);
    for (const socket of [live, carla]) socket.close();
  });
});
