import { setImmediate as nextTurn } from 'node:timers/promises';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import { sessionEndTexts } from '@chat/contract/session';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { sql } from '../../db/database.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let people = 0;
const newPerson = () => registerPerson(app, `persona-${people++}`);
const listOf = async (person: Client) => (await person.call(listOwnSessions, {})).content;
const currentOf = async (person: Client) =>
  firstOf((await listOf(person)).filter(({ current }) => current));
const me = (person: Client) => person.call(getCurrentUser, {});

/** Uses are told to the millisecond. */
async function nextMillisecond(): Promise<void> {
  const since = Date.now();
  while (Date.now() === since) await nextTurn();
}

async function signInWith(person: Client, userAgent: string): Promise<Client> {
  const client = app.client();
  client.headers['user-agent'] = userAgent;
  return client.signIn(person.email);
}

describe('own sessions', () => {
  test('have device, address and times, and say which one asks', async () => {
    const person = await newPerson();
    const before = new Date().toISOString();
    const other = await signInWith(person, FIREFOX);
    const list = await listOf(other);
    expect(list).toHaveLength(2);
    expect(list[0]).toEqual({
      uuid: expect.any(String),
      device: { uuid: expect.any(String), name: 'Firefox en Windows' },
      address: '127.0.0.1',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      current: true,
    });
    expect(firstOf(list).createdAt >= before).toBe(true);
    expect(list[1]).toMatchObject({ device: { name: null }, current: false });
  });

  test('name the device as that sign-in showed it, not as the first one did', async () => {
    const person = await signInWith(await newPerson(), FIREFOX);
    const again = app.client();
    Object.assign(again, { deviceId: person.deviceId });
    await again.signIn(person.email);
    const [newer, older] = await listOf(again);
    expect(newer?.device.uuid).toBe(older?.device.uuid);
    expect([newer?.device.name, older?.device.name]).toEqual([null, 'Firefox en Windows']);
  });

  test('show the address that each sign-in came from, without its port', async () => {
    const proxied = await startApp({ trustProxy: true });
    const person = await registerPerson(proxied, 'lejos');
    for (const address of ['192.0.2.1', '[2001:db8:1::7]:50123']) {
      person.headers['x-forwarded-for'] = address;
      await person.signIn(person.email);
    }
    person.headers['x-forwarded-for'] = '198.51.100.9';
    const addresses = (await listOf(person)).map(({ address }) => address);
    expect(addresses.slice(0, 2)).toEqual(['2001:db8:1::7', '192.0.2.1']);
    await proxied.close();
  });

  test('come last used first, by uses that are not stored yet', async () => {
    const person = await newPerson();
    const [second, third] = [await app.signIn(person.email), await app.signIn(person.email)];
    const [one, two, three] = [
      await currentOf(person),
      await currentOf(second),
      await currentOf(third),
    ];
    await nextMillisecond();
    await me(second);
    await nextMillisecond();
    const list = await listOf(person);
    expect(list.map(({ uuid }) => uuid)).toEqual([one.uuid, two.uuid, three.uuid]);
    const moved = [one, two, three].map((was, at) => (list[at]?.lastUsedAt ?? '') > was.lastUsedAt);
    expect(moved).toEqual([true, true, false]);
  });

  test('are nobody else’s', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    expect(await listOf(person)).toHaveLength(1);
    expect(await listOf(other)).toHaveLength(1);
  });

  test('that are over are not among them', async () => {
    const person = await newPerson();
    const old = await currentOf(await app.signIn(person.email));
    await app.ctx.db.run(sql`
      update sessions set created_at = now() - interval '31 days' where uuid = ${old.uuid}`);
    expect((await listOf(person)).map(({ uuid }) => uuid)).not.toContain(old.uuid);
  });

  test('that an older version began have neither name nor address', async () => {
    const person = await newPerson();
    await app.ctx.db.run(sql`
      update sessions s set address = null, device_name = null
      from users u where u.id = s.user_id and u.uuid = ${person.uuid}`);
    expect(await listOf(person)).toMatchObject([{ device: { name: null }, address: null }]);
  });
});

describe('who ends a session of their own', () => {
  test('puts it out at once, with the reason; its device stays approved', async () => {
    const person = await newPerson();
    const lost = await app.signIn(person.email);
    const [liveLost, live] = [await lost.connect(), await person.connect()];
    const params = { sessionId: (await currentOf(lost)).uuid };
    expect(await person.call(endOwnSession, { params })).toMatchObject({
      status: 200,
      content: null,
    });
    expect(await liveLost.waitFor('session:ended')).toEqual({ reason: 'owner' });
    await liveLost.closed();
    expect(await me(lost)).toMatchObject({ status: 401, message: sessionEndTexts.owner });
    await live.fence();
    expect(live.all('session:ended')).toEqual([]);
    expect((await me(person)).status).toBe(200);
    Object.assign(app.ctx.config, { deviceApproval: 'all' });
    expect((await app.client().login(person.email)).status).toBe(403);
    expect((await lost.login(person.email)).status).toBe(200);
    Object.assign(app.ctx.config, { deviceApproval: 'off' });
    live.close();
  });

  test('may end the one that asks', async () => {
    const person = await newPerson();
    const params = { sessionId: (await currentOf(person)).uuid };
    expect((await person.call(endOwnSession, { params })).status).toBe(200);
    expect((await me(person)).message).toBe(sessionEndTexts.owner);
  });

  test('ends nobody else’s: 404, as for one that there is not', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const theirs = { sessionId: (await currentOf(other)).uuid };
    expect((await person.call(endOwnSession, { params: theirs })).status).toBe(404);
    const none = { sessionId: crypto.randomUUID() };
    expect((await person.call(endOwnSession, { params: none })).status).toBe(404);
    expect((await me(other)).status).toBe(200);
  });

  test('ends all others at once, and keeps the one that asks', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [second, third] = [await app.signIn(person.email), await app.signIn(person.email)];
    const live = await third.connect();
    expect(await second.call(endOtherSessions, {})).toMatchObject({ status: 200, content: null });
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'owner' });
    await live.closed();
    const statuses = await Promise.all(
      [person, second, third, other].map(async (one) => (await me(one)).status),
    );
    expect(statuses).toEqual([401, 200, 401, 200]);
    expect(await listOf(second)).toHaveLength(1);
  });
});
