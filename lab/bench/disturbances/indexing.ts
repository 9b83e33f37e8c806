import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../../../packages/server/src/db/database.ts';
import { directChatOf, sendText } from '../../../packages/server/test/cast.ts';
import { watchContention } from '../../../packages/server/test/processor-time.ts';
import { required } from '../../support/helpers.ts';
import { percentile } from '../support/samples.ts';
import type { Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { type InProcess, serveInProcess } from './in-process.ts';

const LOOK_EVERY_MS = 25;
const MAX_MS = 120_000;

interface IndexedGround extends InProcess {
  chats: string[];
}

interface Pace {
  rate: number;
  messages: number;
}

/** The time of the answer to each message, by its uuid; messages are sent at a steady rate. */
async function sendSteadily({ cast, chats }: IndexedGround, { rate, messages }: Pace) {
  const { ana, bruno } = cast;
  const answered = new Map<string, number>();
  const sending: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < messages; n++) {
    await pause(Math.max(0, start + (n * 1_000) / rate - performance.now()));
    const text = `La factura número ${n} se envía mañana por la tarde, en cuanto la revise Carla`;
    const sent = sendText(n % 3 ? ana : bruno, required(chats[n % 2], 'chat'), text, randomUUID());
    sending.push(
      sent.then(({ content }) => {
        answered.set(required(content[0], 'message').uuid, performance.now());
      }),
    );
  }
  await Promise.all(sending);
  return answered;
}

/** The time at which each further message was first seen in the index. */
async function watchIndex({ app }: InProcess, count: number): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const newest = await app.ctx.db.one<{ id: number }>(sql`
    select coalesce(max(message_id), 0) as id from search_messages`);
  const until = performance.now() + MAX_MS;
  for (let last = newest.id; seen.size < count; ) {
    if (performance.now() > until) throw new Error(`${count - seen.size} messages are not indexed`);
    const rows = await app.ctx.db.many<{ id: number; uuid: string }>(sql`
      select m.id, m.uuid from search_messages s join messages m on m.id = s.message_id
      where s.message_id > ${last} order by s.message_id`);
    for (const { uuid } of rows) seen.set(uuid, performance.now());
    last = rows.at(-1)?.id ?? last;
    await pause(LOOK_EVERY_MS);
  }
  return seen;
}

async function timeUntilIndexed(ground: IndexedGround, pace: Pace) {
  const contention = watchContention(process.pid);
  const watching = watchIndex(ground, pace.messages);
  const [answered, seen] = await Promise.all([sendSteadily(ground, pace), watching]);
  const waits = [...answered].map(([uuid, at]) => (seen.get(uuid) ?? Number.NaN) - at);
  return { 'from the answer into the index, p99': percentile(waits, 0.99) / contention() };
}

const row: Row<IndexedGround> = {
  name: '200 messages a second are indexed',
  // Beside 20 a second; a test allowed them a second.
  figures: { 'from the answer into the index, p99': { unit: 'ms', ratioAtMost: 2.5, least: 400 } },
  quiet: (ground) => timeUntilIndexed(ground, { rate: 20, messages: 100 }),
  disturbed: (ground) => timeUntilIndexed(ground, { rate: 200, messages: 1_000 }),
};

export const indexing = onGround(async () => {
  const ground = await serveInProcess();
  const { ana, bruno, ventas, ventasChat } = ground.cast;
  return { ...ground, chats: [ventasChat, await directChatOf(ana, bruno, ventas)] };
}, [row]);
