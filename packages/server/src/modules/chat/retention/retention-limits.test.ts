import { listMessages } from '@chat/contract/messages';
import { listNotices } from '@chat/contract/system';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCommand } from '../../../../test/admin-command.ts';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import { runCommand } from '../../../commands/admin/operations.ts';
import { createLog } from '../../../config/log.ts';
import { type Database, sql } from '../../../db/database.ts';
import { sweepFilesByClock } from '../files/files.actions.ts';
import { removeAgedMessages } from './retention.actions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

const lines: { level: number; msg: string; by?: string; messages?: number }[] = [];
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
const heldLine = () => lines.find(({ msg }) => msg.includes('held back'));

let app: TestApp;
let cast: Cast;
let chatId: string;
beforeAll(async () => {
  app = await startApp({ retentionDays: 90 }, { log });
  cast = await gatherCast(app);
  chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
beforeEach(async () => {
  await app.ctx.db.run(sql`
    update clock set trusted_at = null, looked_at = null, doubted_since = null, steady_ms = 0`);
  await app.ctx.db.run(sql`
    update retention set day_began_at = null, held_by = null, held_messages = 0, held_since = null`);
  await app.ctx.db.run(sql`update messages set created_at = '2001-01-01'`);
  await order('run');
  await sendText(cast.ana, chatId, 'de hoy');
  lines.length = 0;
});
afterAll(() => app.close());

const order = (...words: string[]) => runCommand(app.ctx, adminCommand('retention', ...words));
/** Runs the hourly job at this time. */
const runAt = (ms: number) => removeAgedMessages(app.ctx, new Date(ms));
/** Runs the job every hour, as a running server does. */
async function runHourly(fromMs: number, hours: number) {
  for (let hour = 1; hour <= hours; hour++) await runAt(fromMs + hour * HOUR_MS);
}

/** Adds so many messages to another chat, from so many days ago. */
async function addMessages(count: number, daysAgo: number) {
  const other = await directChatOf(cast.ana, cast.carla, cast.ventas);
  await app.ctx.db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content, created_at)
    select id, last_seq + n, gen_random_uuid(), low_user_id, 'TEXT', 'historia',
      now() - make_interval(days => ${daysAgo})
    from chats, generate_series(1, ${count}::int) as n where uuid = ${other}`);
  await app.ctx.db.run(sql`update chats set last_seq = last_seq + ${count} where uuid = ${other}`);
}
const addAged = (count: number) => addMessages(count, 365);

async function countMessages(): Promise<number> {
  const { count } = await app.ctx.db.one<{ count: number }>(
    sql`select count(*) as count from messages`,
  );
  return count;
}
const notices = async () => (await app.elena.call(listNotices, {})).content;
const contents = async (uuid = chatId) =>
  (await cast.ana.call(listMessages, { params: { chatId: uuid } })).content.map(
    ({ content }) => content,
  );
async function heldMetric(by: string) {
  const text = await (await fetch(`${app.url}/api/metrics`)).text();
  return Number(
    new RegExp(`^chat_retention_held_messages\\{by="${by}"\\} (\\d+)`, 'm').exec(text)?.[1],
  );
}

describe('a clock that is not believed', () => {
  test.each([
    ['ahead', YEAR_MS],
    ['ahead by a month', 30 * DAY_MS],
    ['behind', -30 * DAY_MS],
  ])('%s: nothing goes, whatever is written by it meanwhile', async (_, wrong) => {
    await addAged(3);
    const before = await countMessages();
    await runAt(Date.now() + wrong);
    await app.ctx.db.run(sql`
      update chats set last_message_at = ${new Date(Date.now() + wrong)} where uuid = ${chatId}`);
    await runHourly(Date.now() + wrong, 30);
    expect(await countMessages()).toBe(before);
  });

  test('is told of in the log, by the metric, and to administrators', async () => {
    await addAged(3);
    await runAt(Date.now() + YEAR_MS);
    const messages = 4;
    expect(heldLine()).toMatchObject({ level: 40, by: 'CLOCK', messages });
    expect([await heldMetric('clock'), await heldMetric('limit')]).toEqual([messages, 0]);
    expect(await notices()).toMatchObject([{ kind: 'RETENTION_HELD_BY_CLOCK', messages }]);
  });

  test('is believed again as soon as it is right', async () => {
    await addAged(3);
    await runAt(Date.now());
    await addAged(3);
    await runAt(Date.now() + YEAR_MS);
    const before = await countMessages();
    await runAt(Date.now());
    expect(await countMessages()).toBe(before - 3);
    expect(await notices()).toEqual([]);
  });

  test('a company that was off for weeks goes on after three days of running', async () => {
    await runAt(Date.now());
    await addAged(3);
    const back = Date.now() + 30 * DAY_MS;
    const before = await countMessages();
    await runAt(back);
    await runHourly(back, 71);
    expect(await countMessages()).toBe(before);
    await runAt(back + 72 * HOUR_MS);
    expect(await countMessages()).toBe(before - 3);
  });

  test('many starts make no three days, and a second leap begins them anew', async () => {
    await addAged(3);
    const wrong = Date.now() + 100 * DAY_MS;
    const before = await countMessages();
    for (let start = 0; start < 100; start++) await runAt(wrong + start);
    await runHourly(wrong, 50);
    await runAt(wrong + YEAR_MS);
    await runHourly(wrong + YEAR_MS, 50);
    expect(await countMessages()).toBe(before);
  });

  test('a weekend is no leap', async () => {
    await runAt(Date.now());
    await addAged(3);
    const before = await countMessages();
    await runAt(Date.now() + 3 * DAY_MS);
    expect(await countMessages()).toBe(before - 3);
  });

  test('lets no file go that an upload under way has just stored', async () => {
    await app.ctx.db.run(sql`
      insert into files (uuid, name, media_type, size)
      values ('7d5a1f0e-0000-4000-8000-000000000001', 'a', 'text/plain', 1)`);
    const left = () => app.ctx.db.many(sql`select from files where message_id is null`);
    await sweepFilesByClock(app.ctx, new Date(Date.now() + YEAR_MS));
    expect(await left()).toHaveLength(1);
    await sweepFilesByClock(app.ctx, new Date(Date.now() + 2 * HOUR_MS));
    expect(await left()).toEqual([]);
  });
});

describe('a day', () => {
  test('takes a thousand messages, the next one the others; what is held back is told', async () => {
    await addAged(1_300);
    const before = await countMessages();
    const now = Date.now();
    await runAt(now);
    expect(await countMessages()).toBe(before - 1_000);
    expect(heldLine()).toMatchObject({ level: 40, by: 'LIMIT', messages: 300 });
    expect([await heldMetric('clock'), await heldMetric('limit')]).toEqual([0, 300]);
    expect(await notices()).toMatchObject([{ kind: 'RETENTION_HELD_BY_LIMIT', messages: 300 }]);
    await runHourly(now, 23);
    expect(await countMessages()).toBe(before - 1_000);
    await runAt(now + 25 * HOUR_MS);
    expect(await countMessages()).toBe(before - 1_300);
    expect(await notices()).toEqual([]);
    expect(await contents()).toEqual(['de hoy']);
  });

  test('takes one in twenty where that is more', async () => {
    await addAged(1_300);
    await addMessages(24_000, 1);
    const before = await countMessages();
    await runAt(Date.now());
    expect(await countMessages()).toBe(before - Math.floor(before / 20));
  });
});

test('a round that fails halfway is recorded with what it removed', async () => {
  await addAged(700);
  const before = await countMessages();
  const { transaction } = app.ctx.db;
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  let left = 3;
  const db: Database = {
    ...app.ctx.db,
    transaction: (work) => (left-- > 0 ? transaction(work) : Promise.reject(deadlock)),
  };
  const ctx = Object.assign(Object.create(app.ctx), { db });
  await expect(removeAgedMessages(ctx, new Date())).rejects.toThrow(deadlock);
  const [round] = await auditEvents(app.elena, { action: 'RETENTION_RUN' });
  expect(before - (await countMessages())).toBeGreaterThan(0);
  expect(round?.detail).toBe(String(before - (await countMessages())));
});

describe('npm run admin -- retention run', () => {
  test('removes all that is past its time, whatever the clock and the day', async () => {
    await addAged(1_300);
    await runAt(Date.now() + YEAR_MS);
    const before = await countMessages();
    expect(await order('run')).toEqual([expect.stringMatching(/^Mensajes eliminados: 1\.?300 /)]);
    expect(await countMessages()).toBe(before - 1_300);
    expect(await notices()).toEqual([]);
    await addAged(2);
    await runAt(Date.now() + HOUR_MS);
    expect(await countMessages()).toBe(before - 1_300);
  });

  test('is asked for by both words', () => {
    for (const words of [[], ['mañana'], ['run', 'run']]) {
      expect(() => adminCommand('retention', ...words)).toThrow();
    }
  });

  test('without RETENTION_DAYS says so', async () => {
    const config = { ...app.ctx.config, retentionDays: undefined };
    const ctx = Object.assign(Object.create(app.ctx), { config });
    const command = adminCommand('retention', 'run');
    await expect(runCommand(ctx, command)).rejects.toThrow('RETENTION_DAYS no está configurado');
  });
});
