import { firstOf } from '@chat/contract/checks';
import { getPushKey } from '@chat/contract/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import {
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { setCompanyHours, spanFromNow } from '../../../test/working-hours.ts';
import { sql } from '../../db/database.ts';
import { findUnplanned } from './plan.queries.ts';

let service: PushServiceOfTest;
let processes: Processes;
let third: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  service = await startPushService();
  processes = await startProcesses({ push: trialPush });
  third = await processes.start();
  cast = await gatherCast(processes.one);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(async () => {
  await processes.close();
  await service.stop();
});

const waiting = async () =>
  (
    await processes.one.ctx.db.one<{ count: number }>(sql`
    select count(*) as count from push_notifications where waiting is not null`)
  ).count;

test('of three processes each message is pushed once, whichever it was sent to', async () => {
  const bruno = await service.subscribe(at(processes.other, cast.bruno));
  const carla = await service.subscribe(at(third, cast.carla));
  const everywhere = [processes.one, processes.other, third].map((app) => at(app, cast.ana));
  for (let round = 0; round < 5; round++) {
    const sent = await Promise.all(
      everywhere.map((ana, n) => sendText(ana, cast.ventasChat, `ronda ${round} de ${n}`)),
    );
    const newest = sent
      .map(({ content }) => firstOf(content))
      .sort((one, other) => other.seq - one.seq);
    for (const browser of [bruno, carla])
      await expect.poll(() => browser.pushes().at(-1)?.messageId).toBe(newest[0]?.uuid);
  }
  await expect.poll(waiting).toBe(0);
  for (const browser of [bruno, carla]) {
    const ids = browser.pushes().map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('they have one key, which browsers subscribe by at any of them', async () => {
  const keys = await Promise.all(
    [processes.one, processes.other, third].map(async (app) => {
      const { publicKey } = (await at(app, cast.ana).call(getPushKey, {})).content;
      return publicKey;
    }),
  );
  expect(new Set(keys).size).toBe(1);
});

test('a page that is visible at one process keeps pushes of the others away', async () => {
  const bruno = await service.subscribe(cast.bruno);
  const page = await at(third, cast.bruno).connect();
  await sendText(cast.ana, direct, 'se ve');
  await page.emit('delivered', { chatId: direct });
  await page.emit('visibility', { visible: false });
  const { content } = await sendText(at(processes.other, cast.ana), direct, 'ya no se ve');
  await bruno.expectCount(1);
  expect(bruno.pushes().map(({ messageId }) => messageId)).toEqual([firstOf(content).uuid]);
  page.close();
});

test('what hours withheld is summed up once, whichever of them look', async () => {
  const apps = [processes.one, processes.other, third];
  /** Everywhere it is known whether Bruno is inside. */
  async function setHours(hours: Parameters<typeof setCompanyHours>[1], inside: boolean) {
    await setCompanyHours(processes.one, hours);
    const { id } = cast.bruno.user;
    const known = async () =>
      Promise.all(apps.map(async ({ ctx }) => (await ctx.workingHours.statusOf([id])).get(id)));
    const everywhere = apps.map(() => expect.objectContaining({ inside }));
    await expect.poll(known).toEqual(everywhere);
  }
  const bruno = await service.subscribe(cast.bruno);
  await setHours(spanFromNow(-5, -4).hours, false);
  await Promise.all(apps.map((app) => sendText(at(app, cast.ana), direct, 'fuera')));
  await expect.poll(() => findUnplanned(processes.one.ctx.db, 'all')).toEqual([]);
  await setHours(null, true);
  await Promise.all(apps.map(({ ctx }) => ctx.push.followClock()));
  await bruno.expectCount(1);
  await Promise.all(apps.map(({ ctx }) => ctx.push.followClock()));
  await sendText(cast.ana, direct, 'dentro');
  await bruno.expectCount(2);
  expect(bruno.pushes().map(({ body }) => body)).toEqual([
    '3 mensajes en 1 conversación',
    'dentro',
  ]);
});
