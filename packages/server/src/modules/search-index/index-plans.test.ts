import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { noteStatements, rowsByEveryPlan } from '../../../test/plans.ts';
import { createLog } from '../../config/log.ts';
import { sql } from '../../db/database.ts';
import { BLOCK } from './block-keys.ts';
import { indexBatch, MIN_BLOCKS } from './index-batch.ts';
import { lockIndexing } from './search-index.queries.ts';
import { startProgress } from './search-progress.queries.ts';

const log = createLog('silent');
const LIMIT = 8;
/** The rows of a batch, of its files, and of the older entries that it needs. */
const FEW = 3 * LIMIT;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.run(sql`
    insert into users (uuid, email, first_name, last_name, password_hash) values (gen_random_uuid(), 'ana', 'A', 'B', '')`);
  await db.run(sql`
    insert into chats (uuid, kind, hash, low_user_id) select gen_random_uuid(), 'PERSONAL', 'propio', id from users`);
  await db.run(sql`insert into chat_members (chat_id, user_id) select id, low_user_id from chats`);
  await startProgress(db, 1);
});
afterAll(() => database.remove());

/** Adds messages, every fifth with a file; files have an order of their own. */
async function addMessages(count: number): Promise<void> {
  const { db } = database;
  await db.run(sql`
    insert into messages (chat_id, seq, uuid, sender_id, type, content)
    select c.id, ${Date.now()}::bigint * 1000 + n, gen_random_uuid(), c.low_user_id,
      case when n % 5 = 0 then 'FILE' else 'TEXT' end, 'Dicho antes'
    from chats c, generate_series(1, ${count}::int) as n`);
  await db.run(sql`
    insert into files (uuid, message_id, name, media_type, size)
    select gen_random_uuid(), m.id, 'a.pdf', 'application/pdf', 1 from messages m
    where m.type = 'FILE' and not exists (select from files f where f.message_id = m.id)`);
}

/** Each statement of a batch, with the most rows that one of its steps handles, by every plan. */
async function rowsOfBatch() {
  const { db } = database;
  const statements = noteStatements(db, /\b(search_\w+|messages)\b/);
  await indexBatch(db, LIMIT, log);
  return rowsByEveryPlan(db, statements(), async (tx) => {
    await lockIndexing(tx);
  });
}

async function expectFew(): Promise<void> {
  const most = await rowsOfBatch();
  expect(most.length).toBeGreaterThan(3);
  expect(most.filter(({ rows }) => rows > FEW)).toEqual([]);
}

test('a batch reads no more than its own, however many messages there are', async () => {
  await addMessages(5_000);
  await expectFew();
});

test('of gaps it reads what has come alone', async () => {
  const { db } = database;
  for (let n = 0; n < 20; n++) await indexBatch(db, 256, log);
  const ids = sql`(select coalesce(max(id), 0) from messages)`;
  const gaps = sql`jsonb_build_array(jsonb_build_object('first', ${ids} - 4, 'last', ${ids} + 9, 'until', 9007199254740991))`;
  await db.run(sql`delete from search_messages where message_id > ${ids} - 3`);
  await db.run(sql`update search_progress set gaps = ${gaps}`);
  await expectFew();
});

test('what was there before it reads by its own ids', async () => {
  await database.db.run(sql`
    update search_progress set built_from = indexed_to, built_to = indexed_to, build_after = 0, gaps = '[]'`);
  await expectFew();
});

test('blocks are made anew from their own messages alone', async () => {
  const { count } = await database.db.one<{ count: number }>(sql`
    with marked as (update search_blocks set is_stale = true returning 1) select count(*)::int from marked`);
  expect(count).toBeGreaterThan(100);
  const most = await rowsOfBatch();
  expect(most.filter(({ rows }) => rows > MIN_BLOCKS * BLOCK)).toEqual([]);
});

test('the database compiles no statement of a batch, which takes longer than the batch', async () => {
  const { jit } = await database.db.transaction(async (tx) => {
    await lockIndexing(tx);
    return tx.one<{ jit: string }>(sql`select current_setting('jit') as jit`);
  });
  expect(jit).toBe('off');
});
