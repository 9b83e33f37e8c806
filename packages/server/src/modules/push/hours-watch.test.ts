import { firstOf } from '@chat/contract/checks';
import { setChatNotifications, setOwnNotifications } from '@chat/contract/notifications';
import { setWorkingHours } from '@chat/contract/offices';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { quickPushes } from '../../../test/push/queue.ts';
import { spanFromNow } from '../../../test/working-hours.ts';
import { sql } from '../../db/database.ts';
import { findUnplanned } from './plan.queries.ts';

let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
let bruno: PushedBrowser;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ push: trialPush, timing: { ...quickPushes(), sessionSweepMs: 100 } });
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  cast.bruno = await app.signIn(cast.bruno.email);
  bruno = await service.subscribe(cast.bruno);
});
afterEach(async () => {
  await setHours(null);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const setHours = (body: Parameters<typeof app.elena.call<typeof setWorkingHours>>[1]['body']) =>
  app.elena.call(setWorkingHours, { body });
/** Hours that are over, for nearly a week. */
const closed = () => spanFromNow(-5, -4).hours;
const write = async (text: string) => firstOf((await sendText(cast.ana, direct, text)).content);
/** The planner asks for hours a moment after the send: hours that begin in that moment would count. */
const allPlanned = () => expect.poll(() => findUnplanned(app.ctx.db, 'all')).toEqual([]);
const look = () => app.ctx.push.followClock();
const types = (browser: PushedBrowser) => browser.pushes().map(({ type }) => type);

describe('outside their hours', () => {
  test('a person is pushed nothing, and within 1 minute after the hours began how much came meanwhile', async () => {
    await setHours(closed());
    await look();
    await write('uno');
    await write('dos');
    await sendText(cast.ana, cast.ventasChat, 'a todos');
    await allPlanned();
    await setHours(null);
    await look();
    const got = await bruno.expectCount(1);
    expect(got).toEqual([
      {
        type: 'summary',
        title: 'Mensajes sin leer',
        body: '3 mensajes en 2 conversaciones',
        url: '/groups',
      },
    ]);
    await Promise.all([look(), look()]);
    await write('dentro');
    await bruno.expectCount(2);
    expect(types(bruno)).toEqual(['summary', 'message']);
  });

  test('nothing is summed up where all was read, or nothing came', async () => {
    await setHours(closed());
    await look();
    await write('leído');
    const live = await cast.bruno.connect();
    await live.emit('seen', { chatId: direct });
    await live.emit('seen', { chatId: cast.ventasChat });
    live.close();
    await setHours(null);
    await look();
    await write('dentro');
    await bruno.expectCount(1);
    expect(types(bruno)).toEqual(['message']);
  });

  test('nothing is summed up of a chat that is muted when the hours begin', async () => {
    const params = { chatId: cast.ventasChat };
    await setHours(closed());
    await look();
    await write('a Bruno');
    await sendText(cast.ana, cast.ventasChat, 'a todos');
    await allPlanned();
    await cast.bruno.call(setChatNotifications, { params, body: { mode: 'none', until: null } });
    await setHours(null);
    await look();
    expect(await bruno.expectCount(1)).toMatchObject([{ body: '1 mensaje en 1 conversación' }]);
    await cast.bruno.call(setChatNotifications, { params, body: { mode: 'all', until: null } });
  });

  test('who chose to be notified then is', async () => {
    await setHours(closed());
    await cast.bruno.call(setOwnNotifications, { body: { outsideHours: true } });
    await write('de noche');
    expect(firstOf(await bruno.expectCount(1))).toMatchObject({ body: 'de noche' });
    await cast.bruno.call(setOwnNotifications, { body: { outsideHours: false } });
  });
});

describe('a session that lapses', () => {
  const lapse = async () => {
    await app.ctx.db.run(sql`update sessions set created_at = now() - interval '1 year', last_used_at = now() - interval '1 year'
      where id in (select session_id from push_subscriptions where endpoint = ${bruno.endpoint})`);
    // The process does not know of a row that is changed behind its back.
    app.ctx.sessions.evictUsers('all');
    await expect
      .poll(() =>
        app.ctx.db.many(sql`select from push_subscriptions where endpoint = ${bruno.endpoint}`),
      )
      .toEqual([]);
  };

  test('is told to its browser once, inside hours, and nothing else any more', async () => {
    await setHours(closed());
    await lapse();
    await look();
    expect(bruno.got).toEqual([]);
    await setHours(null);
    await app.ctx.db.run(sql`update push_farewells set next_at = now()`);
    await Promise.all([look(), look()]);
    expect(firstOf(await bruno.expectCount(1))).toEqual({
      type: 'ended',
      title: 'Tu sesión ha caducado',
      body: 'Inicia sesión de nuevo para recibir avisos.',
      url: '/auth/login',
    });
    await look();
    const left = await app.ctx.db.many(sql`select from push_farewells`);
    expect([bruno.got.length, left.length]).toEqual([1, 0]);
  });

  test('and not where it was ended by a sign-out', async () => {
    const person = await app.signIn(cast.carla.email);
    const browser = await service.subscribe(person);
    await person.request('POST', '/auth/logout');
    await look();
    const left = await app.ctx.db.many(sql`select from push_farewells`);
    expect([left, browser.got]).toEqual([[], []]);
  });
});
