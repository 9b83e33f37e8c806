import { firstOf } from '@chat/contract/checks';
import { deleteOwnMessage } from '@chat/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { expectInQueue, NEVER_MS, passSeconds, quickPushes } from '../../../test/push/queue.ts';
import { defaultTiming } from '../../config/timing.ts';
import { sql } from '../../db/database.ts';

let service: PushServiceOfTest;
let other: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
let bruno: PushedBrowser;
const timing = quickPushes();
beforeAll(async () => {
  [service, other] = [await startPushService(), await startPushService()];
  app = await startApp({ push: trialPush, timing });
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  Object.assign(timing, quickPushes());
  await app.ctx.db.run(sql`delete from push_notifications`);
  bruno = await service.subscribe(cast.bruno);
});
afterAll(async () => {
  await app.close();
  await Promise.all([service.stop(), other.stop()]);
});

const ODD_TIMES = [
  '10000000000000',
  '301',
  '9'.repeat(40),
  'Fri, 31 Dec 9999 23:59:59 GMT',
  'Sat, 01 Jan 2000 00:00:00 GMT',
  '-5',
  'mañana',
];
const write = async (text: string, chat = direct) =>
  firstOf((await sendText(cast.ana, chat, text)).content);
/** The queue has been looked at since: Carla's browser gets what is sent last. */
async function fence(): Promise<void> {
  const carla = await service.subscribe(cast.carla);
  await write('fin', await directChatOf(cast.ana, cast.carla, cast.ventas));
  await carla.expectCount(1);
}
const waiting = async () =>
  (
    await app.ctx.db.one<{ count: number }>(sql`
    select count(*) as count from push_notifications where waiting is not null`)
  ).count;
const settled = () => expect.poll(waiting).toBe(0);
const isSubscribed = async () =>
  (await app.ctx.db.many(sql`select from push_subscriptions where endpoint = ${bruno.endpoint}`))
    .length === 1;

describe('what the push service answers', () => {
  test.each([404, 410])('%i ends the subscription', async (status) => {
    bruno.manner = status;
    await write('Hola');
    await expect.poll(isSubscribed).toBe(false);
  });

  test.each([500, 503, 'reset'] as const)('%s is tried again', async (manner) => {
    bruno.manner = manner;
    const { uuid } = await write('Hola');
    await bruno.expectCount(1);
    bruno.manner = 201;
    await bruno.expectCount(2);
    await settled();
    expect(new Set(bruno.pushes().map(({ messageId }) => messageId))).toEqual(new Set([uuid]));
  });

  test.each([
    ['in seconds', () => '200'],
    ['as a date', () => new Date(Date.now() + 200_000).toUTCString()],
  ])('429 is tried again after its `Retry-After` %s', async (_, after) => {
    bruno.manner = { status: 429, headers: { 'retry-after': after() } };
    await write('Hola');
    await bruno.expectCount(1);
    await expectInQueue(app, bruno, 'rests');
    bruno.manner = 201;
    await passSeconds(app, 100);
    await fence();
    await expectInQueue(app, bruno, 'rests');
    expect(bruno.got).toHaveLength(1);
    await passSeconds(app, 100);
    await bruno.expectCount(2);
    await settled();
  });

  test('a `Retry-After` that is past, too far or no time counts as none, and holds nobody else up', async () => {
    const browsers: PushedBrowser[] = [];
    for (const after of ODD_TIMES) {
      const browser = await service.subscribe(await app.signIn(cast.bruno.email));
      const headers = { 'retry-after': Buffer.from(after).toString('latin1') };
      browser.manner = { status: 429, headers };
      browsers.push(browser);
    }
    await write('Hola');
    for (const browser of browsers) await browser.expectCount(1);
    await fence();
    for (const browser of browsers) browser.manner = 201;
    for (const browser of browsers) await browser.expectCount(2);
    await settled();
  });

  test.each([400, 401, 403, 413])('%i is not tried again', async (status) => {
    bruno.manner = status;
    await write('Hola');
    await bruno.expectCount(1);
    await settled();
    expect([bruno.got.length, await isSubscribed()]).toEqual([1, true]);
  });

  test('a redirection is not followed', async () => {
    const elsewhere = other.addBrowser();
    bruno.manner = { status: 307, headers: { location: elsewhere.endpoint } };
    await write('Hola');
    await bruno.expectCount(1);
    await settled();
    expect(elsewhere.got).toEqual([]);
  });

  test('what is older than 5 minutes is not tried again', async () => {
    bruno.manner = 503;
    await write('Hola');
    await bruno.expectCount(1);
    await app.ctx.db.run(
      sql`update push_notifications set waiting_since = now() - interval '301 seconds'`,
    );
    await settled();
    const { length } = bruno.got;
    await write('fin');
    expect((await bruno.expectCount(length + 1)).at(-1)?.body).toBe('fin');
  });
});

test('of those that wait the newest goes, however often its push service failed', async () => {
  bruno.manner = 500;
  timing.pushApartMs = 60_000;
  await write('uno');
  await bruno.expectCount(1);
  await expectInQueue(app, bruno, 'rests');
  timing.pushApartMs = 10;
  bruno.manner = 201;
  await write('dos');
  await write('tres');
  await fence();
  expect(bruno.got).toHaveLength(1);
  await passSeconds(app, 60);
  const got = await bruno.expectCount(2);
  expect(got.at(-1)?.body).toBe('tres');
  await settled();
  expect(bruno.got).toHaveLength(2);
});

test('a push service that hangs delays nobody else', async () => {
  timing.pushAnswerMs = NEVER_MS;
  const hung = await other.subscribe(cast.bruno);
  hung.manner = 'hang';
  await write('uno');
  await hung.expectCount(1);
  await fence();
  // The first is still waited for.
  await expectInQueue(app, hung, 'under way');
  expect(hung.got).toHaveLength(1);
  hung.manner = 201;
  other.release();
  await hung.expectCount(2);
});

test('a push service that answers slowly gets few at a time, as one that does not answer', async () => {
  timing.pushSlowMs = 0;
  timing.pushAnswerMs = NEVER_MS;
  const slow: PushedBrowser[] = [];
  for (let nth = 1; nth <= 6; nth++)
    slow.push(await other.subscribe(await app.signIn(cast.bruno.email)));
  await write('uno');
  for (const browser of slow) await browser.expectCount(1);
  await settled();
  for (const browser of slow) browser.manner = 'hang';
  await write('dos');
  await fence();
  expect(slow.filter(({ got }) => got.length > 1).length).toBeLessThanOrEqual(3);
  for (const browser of slow) browser.manner = 201;
  other.release();
  for (const browser of slow) await browser.expectCount(2);
});

test('one person with hundreds of endpoints that hang, each at a name of its own, delays nobody else; what gets too old goes', async () => {
  timing.pushAnswerMs = NEVER_MS;
  other.hangsCrowd = true;
  onTestFinished(async () => {
    await app.ctx.db.run(sql`delete from push_subscriptions where host like '%.push.example.com'`);
    other.hangsCrowd = false;
    other.release();
  });
  await app.ctx.db.run(sql`
    with own as (
      select s.* from push_subscriptions p join sessions s on s.id = p.session_id where p.endpoint = ${bruno.endpoint}
    ), sessions as (
      insert into sessions (user_id, device_id, token_hash)
      select user_id, device_id, sha256(concat('lento ', n)::bytea) from own, generate_series(1, 450) n
      returning id, user_id
    )
    insert into push_subscriptions (session_id, user_id, endpoint, host, p256dh, auth)
    select s.id, s.user_id, ${other.addCrowd()} || s.id, concat(s.id, '.push.example.com'), p.p256dh, p.auth
    from sessions s, push_subscriptions p where p.endpoint = ${bruno.endpoint}`);
  await write('uno');
  await expect.poll(() => other.crowd()).toBeGreaterThan(0);
  await fence();
  await app.ctx.db.run(sql`
    update push_notifications set waiting_since = now() - interval '301 seconds' where leased_until is null`);
  // Pushes that hang are left, once the last of them has come to its push service.
  await expect.poll(async () => (await waiting()) - other.crowd()).toBe(0);
});

test('a row of the queue goes once nothing waits or is shown', async () => {
  const { uuid } = await write('Hola');
  await bruno.expectCount(1);
  await cast.ana.call(deleteOwnMessage, { params: { messageId: uuid } });
  await bruno.expectCount(2);
  const rows = () =>
    app.ctx.db.many(sql`
      select n.waiting is null and n.shown_id is null and n.leased_until is null as is_spent
      from push_notifications n join push_subscriptions s on s.id = n.subscription_id
      where s.endpoint = ${bruno.endpoint}`);
  await expect.poll(rows).toEqual([{ isSpent: true }]);
  await passSeconds(app, 61);
  await expect.poll(rows).toEqual([]);
});

test('one that says nothing for 10 s is tried again, once it is waited for no more', async () => {
  expect(defaultTiming.pushAnswerMs).toBe(10_000);
  timing.pushAnswerMs = 50;
  const silent = await other.subscribe(cast.bruno);
  silent.manner = 'hang';
  const { no_answer: before } = app.ctx.push.answers();
  await write('uno');
  await silent.expectCount(2);
  expect(app.ctx.push.answers().no_answer).toBeGreaterThan(before);
  silent.manner = 201;
  await settled();
});
