import { endOtherSessions } from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import { listDevices, rejectDevice } from '@chat/contract/devices';
import { type SessionEndReason, sessionEndTexts, sessionOver } from '@chat/contract/session';
import {
  blockUser,
  deleteUser,
  getCurrentUser,
  setUserPassword,
  unblockUser,
} from '@chat/contract/users';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { holdStatements } from '../../../test/before-statement.ts';
import { patientTiming, startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { createTestDatabase } from '../../../test/database.ts';
import type { Sql } from '../../db/database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const me = (client: Client) => client.call(getCurrentUser, {});

let people = 0;
async function newPerson(): Promise<Client> {
  people++;
  return registerPerson(app, `persona-${people}`);
}

async function deviceOf(person: Client): Promise<string> {
  const devices = await app.elena.call(listDevices, { query: { search: person.email } });
  return firstOf(devices.content).uuid;
}

type End = (person: Client) => Promise<{ status: number }>;
const ends: [string, SessionEndReason, End][] = [
  ['block', 'blocked', ({ uuid }) => app.elena.call(blockUser, { params: { userId: uuid } })],
  ['delete', 'deleted', ({ uuid }) => app.elena.call(deleteUser, { params: { userId: uuid } })],
  [
    'device rejection',
    'device',
    async (person) =>
      app.elena.call(rejectDevice, { params: { deviceId: await deviceOf(person) } }),
  ],
  [
    'a new password set by an administrator',
    'password',
    ({ uuid }) =>
      app.elena.call(setUserPassword, { params: { userId: uuid }, body: { password: 'nueva-1' } }),
  ],
];

describe('a session ends at once', () => {
  test.each(ends)('on %s: requests are 401, sockets hear why and close', async (_, reason, end) => {
    const person = await newPerson();
    const live = await person.connect();
    expect((await end(person)).status).toBe(200);
    expect((await me(person)).status).toBe(401);
    expect(await live.waitFor('session:ended')).toEqual({ reason });
    await live.closed();
    await expect(person.connect()).rejects.toThrow('unauthorized');
  });

  test.each(ends)(
    'on %s: who comes back hears why, for that very token alone',
    async (_, reason, end) => {
      const person = await newPerson();
      await end(person);
      const why = sessionEndTexts[reason];
      expect((await me(person)).message).toBe(why);
      expect(Object.values(sessionEndTexts)).toContain(why);
      const stranger = app.client();
      expect((await me(stranger)).message).toBe(sessionEndTexts.logout);
      stranger.token = `${person.token}x`;
      expect((await me(stranger)).message).toBe(sessionOver);
    },
  );

  test('and nobody else notices', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const live = await other.connect();
    await app.elena.call(blockUser, { params: { userId: person.uuid } });
    await live.fence();
    expect(live.all('session:ended')).toEqual([]);
    expect((await me(other)).status).toBe(200);
    live.close();
  });

  test('a session ended by a block does not come back with the unblocking', async () => {
    const person = await newPerson();
    await app.elena.call(blockUser, { params: { userId: person.uuid } });
    await app.elena.call(unblockUser, { params: { userId: person.uuid } });
    expect((await me(person)).status).toBe(401);
    expect((await app.client().login(person.email)).status).toBe(200);
  });
});

test('sockets are told the stored reason even where whoever ended the session is late to say it', async () => {
  const database = await createTestDatabase();
  const { many } = database.db;
  const own = await startApp({}, { database });
  const live = await own.elena.connect();
  const received = live.waitFor('session:ended');
  database.db.many = async <Row>(query: Sql) => {
    const rows = await many<Row>(query);
    if (query.text.includes('delete from sessions')) await received;
    return rows;
  };
  await own.signIn(own.elena.email).then((other) => other.call(endOtherSessions, {}));
  expect(live.all('session:ended')).toEqual([{ reason: 'owner' }]);
  await own.close();
});

describe('signing in while', () => {
  const signInOften = async (person: Client): Promise<Client[]> => {
    const attempts = Array.from({ length: 12 }, async () => {
      const client = app.client();
      const reply = await client.login(person.email);
      if (reply.status === 200) client.token = reply.content.accessToken;
      return client;
    });
    return (await Promise.all(attempts)).filter(({ token }) => token !== undefined);
  };

  test('being blocked leaves no session behind, not even for after the unblocking', async () => {
    const person = await newPerson();
    const [signedIn] = await Promise.all([
      signInOften(person),
      app.elena.call(blockUser, { params: { userId: person.uuid } }),
    ]);
    await app.elena.call(unblockUser, { params: { userId: person.uuid } });
    for (const client of signedIn) expect((await me(client)).status).toBe(401);
  });

  test('getting a new password leaves no session that the old one opened', async () => {
    const person = await newPerson();
    const params = { userId: person.uuid };
    const [signedIn] = await Promise.all([
      signInOften(person),
      app.elena.call(setUserPassword, { params, body: { password: 'nueva-clave' } }),
    ]);
    for (const client of signedIn) expect((await me(client)).status).toBe(401);
  });
});

test('a changed e-mail shows at the next request; the session stays', async () => {
  const person = await newPerson();
  const body = { firstName: 'Eva', lastName: 'Ruiz', email: 'eva.ruiz@empresa.local' };
  await app.elena.request('PUT', `/users/${person.uuid}`, body);
  expect((await me(person)).content.email).toBe('eva.ruiz@empresa.local');
});

const HOUR_MS = 3_600_000;
const LONG = { unusedMs: 100 * HOUR_MS, adminUnusedMs: 100 * HOUR_MS, lifetimeMs: 100 * HOUR_MS };

describe('as time goes by', () => {
  const start = (session: Partial<typeof LONG>) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const timing = { ...patientTiming, sessionSweepMs: 20 };
    return startApp({ session: { ...LONG, ...session }, timing });
  };
  /** A socket's client believes that the server is gone where it hears nothing for 18 s. */
  const pass = (ms: number) => void vi.setSystemTime(Date.now() + ms);
  afterEach(() => void vi.useRealTimers());

  test('SESSION_HOURS: a session that is not used for that long ends, its sockets told so', async () => {
    const brief = await start({ unusedMs: 12_000 });
    const live = await brief.elena.connect();
    pass(13_000);
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'expired' });
    await live.closed();
    expect((await me(brief.elena)).status).toBe(401);
    await brief.close();
  });

  test('SESSION_HOURS: using it keeps it: requests and words of its sockets are uses', async () => {
    const brief = await start({ unusedMs: 12_000 });
    const [idle, busy] = [await brief.signIn(brief.elena.email), brief.elena];
    const [liveIdle, liveBusy] = [await idle.connect(), await busy.connect()];
    pass(8_000);
    await liveBusy.fence();
    pass(8_000);
    await liveIdle.waitFor('session:ended');
    expect((await me(busy)).status).toBe(200);
    pass(8_000);
    expect((await me(busy)).status).toBe(200);
    expect(liveBusy.all('session:ended')).toEqual([]);
    liveBusy.close();
    await brief.close();
  });

  test('SESSION_HOURS: a use while earlier ones are being stored keeps a session, though the clock jumps', async () => {
    const brief = await start({ unusedMs: 12_000 });
    const storing = holdStatements(brief.ctx.db, 'set last_used_at');
    expect((await me(brief.elena)).status).toBe(200);
    await storing.reached;
    pass(8_000);
    expect((await me(brief.elena)).status).toBe(200);
    pass(8_000);
    storing.release();
    // The next sweep stores the use: the one before has ended then.
    const storingNext = holdStatements(brief.ctx.db, 'set last_used_at');
    await storingNext.reached;
    storingNext.release();
    expect((await me(brief.elena)).status).toBe(200);
    await brief.close();
  });

  test('ADMIN_SESSION_HOURS: an administrator’s session ends sooner without use, and nobody else’s', async () => {
    const brief = await start({ adminUnusedMs: HOUR_MS });
    const person = await registerPerson(brief, 'ana');
    const live = await brief.elena.connect();
    pass(2 * HOUR_MS);
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'expired' });
    expect((await me(brief.elena)).status).toBe(401);
    expect((await me(person)).status).toBe(200);
    await brief.close();
  });

  test('ADMIN_SESSION_HOURS: counts where it is less than SESSION_HOURS, whose end is the same for everybody', async () => {
    const brief = await start({ unusedMs: HOUR_MS });
    const live = await brief.elena.connect();
    pass(2 * HOUR_MS);
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'expired' });
    await brief.close();
  });

  test('SESSION_DAYS: a session ends that long after it began, however much it is used', async () => {
    const brief = await start({ lifetimeMs: 48 * HOUR_MS });
    const live = await brief.elena.connect();
    pass(47 * HOUR_MS);
    expect((await me(brief.elena)).status).toBe(200);
    pass(2 * HOUR_MS);
    expect((await me(brief.elena)).status).toBe(401);
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'expired' });
    await live.closed();
    await brief.close();
  });
});

test('sessions survive a restart on the same data', async () => {
  const first = await startApp();
  const person = await registerPerson(first, 'ana');
  const second = await first.restart();
  const again = Object.assign(second.client(), { token: person.token, user: person.user });
  expect((await me(again)).status).toBe(200);
  const live = await again.connect();
  live.close();
  await second.close();
});
