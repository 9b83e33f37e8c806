import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { firstOf, required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import { watchContention } from '../../../test/processor-time.ts';
import { sql } from '../../db/database.ts';

const RATE = 200;
const MESSAGES = 1_000;
/** The limit on processors of the server's own. */
const LATEST_MS = 1_000;
const LOOK_EVERY_MS = 25;

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

/** The time of the answer to each message, by its uuid; messages are sent at a steady rate. */
async function sendSteadily(): Promise<Map<string, number>> {
  const { ana, bruno, ventas, ventasChat } = cast;
  const chats = [ventasChat, await directChatOf(ana, bruno, ventas)];
  const answered = new Map<string, number>();
  const sending: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < MESSAGES; n++) {
    await pause(Math.max(0, start + (n * 1_000) / RATE - performance.now()));
    const text = `La factura número ${n} se envía mañana por la tarde, en cuanto la revise Carla`;
    const sent = sendText(n % 3 ? ana : bruno, required(chats[n % 2], 'chat'), text, randomUUID());
    sending.push(
      sent.then(({ content }) => {
        answered.set(firstOf(content).uuid, performance.now());
      }),
    );
  }
  await Promise.all(sending);
  return answered;
}

/** The time at which each message was first seen in the index. */
async function watchIndex(count: number): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  for (let last = 0; seen.size < count; ) {
    const rows = await app.ctx.db.many<{ id: number; uuid: string }>(sql`
      select m.id, m.uuid from search_messages s join messages m on m.id = s.message_id
      where s.message_id > ${last} order by s.message_id`);
    for (const { uuid } of rows) seen.set(uuid, performance.now());
    last = rows.at(-1)?.id ?? last;
    await pause(LOOK_EVERY_MS);
  }
  return seen;
}

test('at 200 messages a second each is in the index within a second of its answer', async () => {
  const contention = watchContention(process.pid);
  const [answered, seen] = await Promise.all([sendSteadily(), watchIndex(MESSAGES)]);
  const waits = [...answered].map(([uuid, at]) => (seen.get(uuid) ?? Infinity) - at);
  expect(Math.max(...waits)).toBeLessThan(LATEST_MS * contention());
});
