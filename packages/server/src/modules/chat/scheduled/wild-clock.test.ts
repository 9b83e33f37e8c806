import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { inMs, schedule } from '../../../../test/scheduled.ts';
import { createLog } from '../../../config/log.ts';
import { sql } from '../../../db/database.ts';

const HOUR_MS = 3_600_000;

const warnings: string[] = [];
const log = createLog('warn', { write: (line) => void warnings.push(JSON.parse(line).msg) });
let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  const database = await createTestDatabase();
  await database.db.run(sql`create schema wrong`);
  await database.db.run(sql`create table wrong.lead (ahead interval)`);
  await database.db.run(sql`insert into wrong.lead values ('0')`);
  await database.db.run(sql`
    create function wrong.clock_timestamp() returns timestamptz language sql
    return pg_catalog.clock_timestamp() + (select ahead from wrong.lead)`);
  // Each statement asks this clock from now on: on new connections, and in the engine's one session.
  await database.db.run(sql`
    do $$ begin
      execute format('alter database %I set search_path = wrong, pg_catalog, public', current_database());
    end $$`);
  await database.db.run(sql`set search_path = wrong, pg_catalog, public`);
  const db = database.open();
  const remove = async () => {
    await db.close();
    await database.remove();
  };
  app = await startApp({}, { log, database: { db, remove } });
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const setAhead = (ahead: string) =>
  app.ctx.db.run(sql`update wrong.lead set ahead = ${ahead}::interval`);

test('a database whose clock goes an hour ahead and back sends nothing early, and everything once', async () => {
  const { ana, bruno, ventasChat } = cast;
  const live = await bruno.connect();
  const received = (text: string) => live.waitFor('message', ({ content }) => content === text);
  await schedule(ana, ventasChat, 'primero', { sendAt: inMs(400) });
  await received('primero');
  await schedule(ana, ventasChat, 'en media hora', { sendAt: inMs(HOUR_MS / 2) });
  const sendAt = inMs(2_500);
  await schedule(ana, ventasChat, 'enseguida', { sendAt });
  await setAhead('1 hour');
  app.ctx.scheduled.wake(0);
  await expect.poll(() => warnings.join()).toContain('the clock leaps');
  app.ctx.scheduled.wake(Date.parse(sendAt) - Date.now() + 50);
  await received('enseguida');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(sendAt));
  await setAhead('0');
  await schedule(ana, ventasChat, 'último', { sendAt: inMs(400) });
  await received('último');
  const texts = live.all('message').map(({ content }) => content);
  expect(texts).toEqual(['primero', 'enseguida', 'último']);
  live.close();
});
