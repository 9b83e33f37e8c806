import { logout } from '@chat/contract/auth';
import {
  getPushKey,
  subscribeToPush,
  testPush,
  unsubscribeFromPush,
} from '@chat/contract/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBrowserKeys } from '../../../../../scripts/lib/browser-keys.mjs';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { type PushServiceOfTest, startPushService } from '../../../test/push/push-service.ts';
import { readVapid } from '../../../test/push/vapid.ts';
import { sql } from '../../db/database.ts';

const trials = { push: { isOn: true, showsContent: true, allowsPrivate: true } };
let service: PushServiceOfTest;
let app: TestApp;
let names = 0;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp(trials);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const somebody = () => registerPerson(app, `persona${++names}`);
const subscriptions = (client: Client) =>
  app.ctx.db.many<{ endpoint: string }>(sql`
    select s.endpoint from push_subscriptions s join users u on u.id = s.user_id
    where u.uuid = ${client.uuid} order by s.id`);
const subscribe = (client: Client, body = service.addBrowser().subscription) =>
  client.call(subscribeToPush, { body });

describe('the key', () => {
  test('is a point on P-256 of 65 bytes in base64url, and the same after a restart', async () => {
    const read = async () => (await app.elena.call(getPushKey, {})).content.publicKey;
    const before = await read();
    const point = Buffer.from(before ?? '', 'base64url');
    expect([point.length, point[0], before]).toEqual([65, 4, point.toString('base64url')]);
    app = await app.restart();
    expect(await read()).toBe(before);
  });
});

describe('a subscription', () => {
  test('is stored, and known the next time with its keys of then', async () => {
    const ana = await somebody();
    const browser = service.addBrowser();
    const first = await subscribe(ana, browser.subscription);
    expect([first.status, first.content.endpoint]).toEqual([201, browser.endpoint]);
    const { keys } = makeBrowserKeys();
    const again = await subscribe(ana, { endpoint: browser.endpoint, keys });
    expect([again.status, again.content]).toEqual([200, first.content]);
    const stored = await app.ctx.db.one(sql`
      select p256dh, auth from push_subscriptions where endpoint = ${browser.endpoint}`);
    expect(stored).toEqual(keys);
  });

  test('a session has one: a new endpoint replaces the one before, however many come', async () => {
    const ana = await somebody();
    for (let i = 0; i < 20; i++) await subscribe(ana);
    const last = service.addBrowser();
    await subscribe(ana, last.subscription);
    expect(await subscriptions(ana)).toEqual([{ endpoint: last.endpoint }]);
  });

  test('each session of a person has its own, and an endpoint that another session brings moves there', async () => {
    const ana = await somebody();
    const bruno = await somebody();
    const anaToo = await app.signIn(ana.email);
    const [one, other] = [service.addBrowser(), service.addBrowser()];
    await subscribe(ana, one.subscription);
    await subscribe(anaToo, other.subscription);
    expect(await subscriptions(ana)).toHaveLength(2);
    const moved = await subscribe(bruno, one.subscription);
    expect(moved.status).toBe(201);
    expect(await subscriptions(ana)).toEqual([{ endpoint: other.endpoint }]);
    expect(await subscriptions(bruno)).toEqual([{ endpoint: one.endpoint }]);
  });

  test('of sessions that bring the same endpoint at once one has it', async () => {
    const people = await Promise.all([somebody(), somebody(), somebody()]);
    for (let i = 0; i < 10; i++) {
      const { subscription } = service.addBrowser();
      const replies = await Promise.all(people.map((one) => subscribe(one, subscription)));
      expect(replies.map(({ status }) => status < 300)).toEqual([true, true, true]);
      const stored = await app.ctx.db.many(sql`
        select from push_subscriptions where endpoint = ${subscription.endpoint}`);
      expect(stored).toHaveLength(1);
    }
  });

  test('ends with its session', async () => {
    const ana = await somebody();
    await subscribe(ana);
    await ana.call(logout, {});
    expect(await subscriptions(ana)).toEqual([]);
  });

  test("is ended by a session of its person; an unknown one or somebody else's stays, and the answer is the same", async () => {
    const ana = await somebody();
    const bruno = await somebody();
    const { endpoint, subscription } = service.addBrowser();
    await subscribe(ana, subscription);
    const end = async (client: Client, given: string) =>
      (await client.call(unsubscribeFromPush, { body: { endpoint: given } })).status;
    expect(await end(bruno, endpoint)).toBe(200);
    expect(await end(ana, 'https://localhost/nadie')).toBe(200);
    expect(await end(ana, 'sin\u0000sentido')).toBe(200);
    expect(await subscriptions(ana)).toHaveLength(1);
    expect(await end(ana, endpoint)).toBe(200);
    expect(await subscriptions(ana)).toEqual([]);
    await subscribe(ana, subscription);
    expect(await end(await app.signIn(ana.email), endpoint)).toBe(200);
    expect(await subscriptions(ana)).toEqual([]);
  });

  const { keys } = makeBrowserKeys();
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
  test.each<[string, string, unknown]>([
    ['endpoint', 'no endpoint', { keys }],
    ['endpoint', 'http', { endpoint: 'http://push.example.com/a', keys }],
    ['endpoint', 'a password', { endpoint: 'https://a:b@push.example.com/a', keys }],
    ['endpoint', 'an empty text', { endpoint: '', keys }],
    ['endpoint', 'a space before', { endpoint: ' https://push.example.com/a', keys }],
    ['endpoint', 'too long', { endpoint: `https://push.example.com/${'a'.repeat(2_048)}`, keys }],
    ['endpoint', 'with NUL', { endpoint: 'https://push.example.com/\u0000', keys }],
    ['keys', 'no keys', { endpoint: 'https://push.example.com/a' }],
    [
      'keys.p256dh',
      'no point',
      { endpoint: 'https://push.example.com/a', keys: { ...keys, p256dh: 'AAAA' } },
    ],
    [
      'keys.p256dh',
      'a point off the curve',
      { endpoint: 'https://push.example.com/a', keys: { ...keys, p256dh: offCurve } },
    ],
    [
      'keys.auth',
      'a short secret',
      { endpoint: 'https://push.example.com/a', keys: { ...keys, auth: 'AAAA' } },
    ],
    [
      'keys.auth',
      'a secret of other letters',
      { endpoint: 'https://push.example.com/a', keys: { ...keys, auth: '*'.repeat(22) } },
    ],
  ])('with a wrong %s is 422: %s', async (field, _, body) => {
    const reply = await app.elena.request('POST', '/push/subscriptions', body);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
    expect(reply.message).toMatch(/[a-z]/);
  });
});

describe('the test push', () => {
  const send = (client: Client) => client.call(testPush, {});

  test('goes to the session that asks, signed by the key and encrypted to its browser', async () => {
    const ana = await somebody();
    const browser = await service.subscribe(ana);
    const other = await service.subscribe(await app.signIn(ana.email));
    expect((await send(ana)).content).toEqual({ delivered: true });
    const [got] = browser.got;
    expect(got?.push).toMatchObject({ type: 'test', title: 'Notificación de prueba' });
    const { claims, key } = readVapid(got?.headers.authorization ?? '');
    expect(key).toBe((await ana.call(getPushKey, {})).content.publicKey);
    expect(claims).toMatchObject({ aud: service.url, sub: `mailto:${app.elena.email}` });
    expect(Number(claims.exp)).toBeGreaterThan(Date.now() / 1_000);
    expect(other.got).toEqual([]);
  });

  test('says when the push service does not take it, and a subscription that it does not know goes', async () => {
    const ana = await somebody();
    const browser = await service.subscribe(ana);
    browser.manner = 410;
    expect((await send(ana)).content).toEqual({ delivered: false });
    expect(await subscriptions(ana)).toEqual([]);
  });

  test('is 409 without a subscription and 429 within 10 s of the last one', async () => {
    const ana = await somebody();
    expect((await send(ana)).status).toBe(409);
    await service.subscribe(ana);
    expect((await send(ana)).status).toBe(200);
    const soon = await send(ana);
    expect([soon.status, Number(soon.headers.get('retry-after'))]).toEqual([429, 10]);
    await app.ctx.db.run(
      sql`update push_subscriptions set tested_at = now() - interval '11 seconds'`,
    );
    expect((await send(ana)).status).toBe(200);
  });
});

test('with PUSH=off there is no key, and nobody subscribes', async () => {
  const off = await startApp({ push: { ...trials.push, isOn: false } });
  try {
    expect((await off.elena.call(getPushKey, {})).content).toEqual({ publicKey: null });
    const { subscription } = service.addBrowser();
    expect((await off.elena.call(subscribeToPush, { body: subscription })).status).toBe(409);
    expect((await off.elena.call(testPush, {})).status).toBe(409);
  } finally {
    await off.close();
  }
});
