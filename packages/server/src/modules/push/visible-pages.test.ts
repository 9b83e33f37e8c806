import { firstOf } from '@chat/contract/checks';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { beforeStatement, holdStatements } from '../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import {
  type PushedBrowser,
  type PushServiceOfTest,
  startPushService,
  trialPush,
} from '../../../test/push/push-service.ts';
import { NEVER_MS, quickPushes } from '../../../test/push/queue.ts';
import { defaultTiming } from '../../config/timing.ts';
import { sql } from '../../db/database.ts';

let service: PushServiceOfTest;
let app: TestApp;
let cast: Cast;
let direct: string;
let bruno: PushedBrowser;
let carla: PushedBrowser;
const timing = quickPushes();
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ push: trialPush, timing });
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  bruno = await service.subscribe(cast.bruno);
  carla = await service.subscribe(cast.carla);
});
afterAll(async () => {
  await app.close();
  await service.stop();
});

const write = async (text: string, chat = direct) =>
  firstOf((await sendText(cast.ana, chat, text)).content);
/** All that was to be pushed of what has been sent by now has come. */
async function fence(): Promise<void> {
  const chat = await directChatOf(cast.ana, cast.carla, cast.ventas);
  const { uuid } = await write('fin', chat);
  const hasCome = () => carla.pushes().some(({ messageId }) => messageId === uuid);
  await expect.poll(hasCome).toBe(true);
}

test('a page is visible from `register` on until it says otherwise, and again when it says so', async () => {
  const page = await cast.bruno.connect();
  await write('visible');
  await fence();
  expect(bruno.got).toEqual([]);
  expect(await page.emit('visibility', { visible: false })).toEqual({ ok: true });
  await write('oculta');
  expect((await bruno.expectCount(1)).map(({ body }) => body)).toEqual(['oculta']);
  await page.emit('visibility', { visible: true });
  await write('otra vez');
  await fence();
  expect(bruno.got).toHaveLength(1);
  await page.emit('delivered', { chatId: direct });
  page.close();
});

test('a person is told nothing while any page of theirs on any device is visible', async () => {
  const [page, phone] = [
    await cast.bruno.connect(),
    await (await app.signIn(cast.bruno.email)).connect(),
  ];
  await page.emit('visibility', { visible: false });
  await write('la otra se ve');
  await fence();
  expect(bruno.got).toEqual([]);
  await phone.emit('visibility', { visible: false });
  await write('ninguna');
  await bruno.expectCount(1);
  page.close();
  phone.close();
});

test('a wrong signal is refused and changes nothing', async () => {
  const page = await cast.bruno.connect();
  for (const payload of [undefined, {}, { visible: 'no' }, null])
    expect((await page.emit('visibility', payload)).ok).toBe(false);
  await write('sigue visible');
  await fence();
  expect(bruno.got).toEqual([]);
  await page.emit('delivered', { chatId: direct });
  page.close();
});

test('of one person two signals are followed at a time: more wait their turn', async () => {
  const page = await cast.bruno.connect();
  const write = holdStatements(app.ctx.db, 'into visible_pages');
  onTestFinished(write.release);
  const says = [false, true, false, true, false].map((visible) =>
    page.emit('visibility', { visible }),
  );
  const figures = async () => (await fetch(`${app.url}/api/metrics`)).text();
  await expect.poll(figures).toContain('\nchat_queue_waiting{queue="signals"} 3\n');
  write.release();
  for (const said of says) expect(await said).toEqual({ ok: true });
  page.close();
});

test('where the last visible page is lost, a message that it never acknowledged is pushed then', async () => {
  const page = await cast.bruno.connect();
  await page.emit('delivered', { chatId: direct });
  const { uuid } = await write('perdido');
  await fence();
  expect(bruno.got).toEqual([]);
  page.close();
  expect((await bruno.expectCount(1)).map(({ messageId }) => messageId)).toEqual([uuid]);
});

const lost = async () => {
  const { id } = await app.ctx.db.one<{ id: number }>(
    sql`select id from users where uuid = ${cast.bruno.uuid}`,
  );
  return app.ctx.visiblePages.findLost(0, [id]);
};
test('but nothing that was delivered, and nothing where the page is back in a moment', async () => {
  expect(defaultTiming.pushLostMs).toBe(2_000);
  const first = await cast.bruno.connect();
  await write('recibido');
  await first.emit('delivered', { chatId: direct });
  first.close();
  await fence();
  await expect.poll(lost).toEqual([]);
  timing.pushLostMs = NEVER_MS;
  const page = await cast.bruno.connect();
  await write('sin acuse');
  await fence();
  page.close();
  await expect.poll(lost).toHaveLength(1);
  const back = await cast.bruno.connect();
  expect(await lost()).toEqual([]);
  await fence();
  expect(bruno.got).toEqual([]);
  back.close();
});

test('nor what was delivered to a page that is lost before the push of it is planned', async () => {
  const page = await cast.bruno.connect();
  beforeStatement(app.ctx.db, 'distinct on (cm.user_id', async () => {
    await page.emit('delivered', { chatId: direct });
    page.close();
    await expect.poll(lost).toHaveLength(1);
  });
  await write('recibido a tiempo');
  await fence();
  expect(bruno.got).toEqual([]);
});
