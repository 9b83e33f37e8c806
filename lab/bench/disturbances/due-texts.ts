import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '../../../packages/server/src/db/database.ts';
import { directChatOf, sendText } from '../../../packages/server/test/cast.ts';
import { percentile } from '../support/samples.ts';
import type { Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { type InProcess, serveInProcess } from './in-process.ts';

const MANY = 2_000;
const FEW = 200;
const SENDS = 100;
const LOOK_EVERY_MS = 20;

interface DueGround extends InProcess {
  direct: string;
}

let batches = 0;

/** Inserts texts that are due, each a little later than the one before, and wakes no process. */
async function insertDue({ app, cast }: InProcess, count: number): Promise<void> {
  await app.ctx.db.run(sql`
    insert into scheduled_messages (uuid, chat_id, sender_id, content, reference_id, mentioned_user_ids, send_at)
    select gen_random_uuid(), c.id, u.id, concat('Aviso ', n), concat('aviso-', ${++batches}::int, '-', n), '{}',
      now() - make_interval(secs => ${count + 10} - n)
    from chats c, users u, generate_series(1, ${count}::int) as n
    where c.uuid = ${cast.ventasChat} and u.uuid = ${cast.ana.uuid}`);
}

/** The ms for a hundred, until all that are due have been sent. */
async function timeOfDue(ground: InProcess, count: number): Promise<number> {
  const { ctx } = ground.app;
  await insertDue(ground, count);
  const begun = performance.now();
  ctx.scheduled.wake(0);
  const left = () => ctx.db.many(sql`select from scheduled_messages limit 1`);
  while ((await left()).length > 0) await pause(LOOK_EVERY_MS);
  return ((performance.now() - begun) * 100) / count;
}

/** Sends one after another, so many at least and until `ended`; returns the slowest but one in twenty. */
async function slowSend({ cast, direct }: DueGround, ended: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  ended.then(end, end);
  while (times.length < SENDS || !isEnded) {
    const begun = performance.now();
    const { status } = await sendText(
      cast.bruno,
      direct,
      'Hola',
      `al-lado-${batches}-${times.length}-${begun}`,
    );
    if (status !== 201) throw new Error(`A send beside them was refused (${status})`);
    times.push(performance.now() - begun);
  }
  return percentile(times, 0.95);
}

const row: Row<DueGround> = {
  name: '2,000 texts that are due at once are sent',
  figures: {
    // Tests allowed 50 ms, or twice the quiet time.
    'p95 of sends beside them': { unit: 'ms', ratioAtMost: 5, least: 10 },
    // A hundred of many take as long as a hundred of few.
    'time of the due': { unit: 'ms for 100', ratioAtMost: 2 },
  },
  async quiet(ground) {
    const sends = await slowSend(ground, Promise.resolve());
    return { 'p95 of sends beside them': sends, 'time of the due': await timeOfDue(ground, FEW) };
  },
  async disturbed(ground) {
    const sending = timeOfDue(ground, MANY);
    const sends = await slowSend(ground, sending);
    return { 'p95 of sends beside them': sends, 'time of the due': await sending };
  },
};

export const dueTexts = onGround(async () => {
  const ground = await serveInProcess();
  const { bruno, carla, ventas } = ground.cast;
  return { ...ground, direct: await directChatOf(bruno, carla, ventas) };
}, [row]);
