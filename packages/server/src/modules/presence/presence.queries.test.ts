import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { noteStatements, rowsByEveryPlan } from '../../../test/plans.ts';
import { type Db, type Sql, sql } from '../../db/database.ts';
import { findLost } from './presence.queries.ts';
import { beat, updateOrphans } from './processes.queries.ts';

const PROCESSES = 3;
const PEOPLE_OF_EACH = 3_000;
/** Far more than there are processes, and far less than the people of one of them. */
const FEW = 50;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fillWithPages(database.db);
});
afterAll(() => database.remove());

/** Each process has two thirds of its pages open, and one third hidden lately. */
const fillWithPages = (db: Db): Promise<number> =>
  db.run(sql`
    with running as (
      insert into processes (uuid, is_joined, version)
      select gen_random_uuid(), true, '1.0.0' from generate_series(1, ${PROCESSES}::int)
      returning uuid
    )
    insert into visible_pages (process_uuid, user_id, since, until)
    select uuid, n, now(), case when n % 3 = 0 then now() end
    from running, generate_series(1, ${PEOPLE_OF_EACH}::int) as n`);

const processIdOf = async (db: Db) =>
  (await db.one<{ uuid: string }>(sql`select uuid from processes limit 1`)).uuid;

const askBeat = async (db: Db) => beat(db, await processIdOf(db), 1_000, 10_000);

/** The heartbeat is no part of what tests note. */
async function statementOfBeat(db: Db): Promise<Sql> {
  const asked: Sql[] = [];
  const one = <Row>(query: Sql) => {
    asked.push(query);
    return db.one<Row>(query);
  };
  await askBeat({ ...db, one });
  return required(asked.at(-1), 'statement of the heartbeat');
}

test('while no process ends, neither the heartbeat nor a loss goes through the pages of others', async () => {
  const { db } = database;
  const noted = noteStatements(db, /visible_pages/);
  expect(await updateOrphans(db)).toBe(false);
  await findLost(db, 0, [1, 2]);
  const statements = [...noted(), await statementOfBeat(db)];
  expect(statements).toHaveLength(3);
  const found = await rowsByEveryPlan(db, statements);
  expect(found.filter(({ rows }) => rows > FEW)).toEqual([]);
});

test('pages of a process that has ended wait for a look until they are long past', async () => {
  const { db } = database;
  const uuid = await processIdOf(db);
  const { people } = await db.one<{ people: number }>(sql`
    with gone as (delete from processes where uuid = ${uuid})
    select count(*)::int as people from visible_pages where process_uuid = ${uuid} and until is null`);
  expect(await askBeat(db)).toMatchObject({ hasLeftPages: true });
  expect(await updateOrphans(db)).toBe(true);
  await db.run(sql`delete from visible_pages where until is null`);
  expect(await findLost(db, 0, 'ended')).toHaveLength(Math.min(people, 1_000));
  await db.run(sql`update visible_pages set until = now() - interval '11 minutes'`);
  expect(await updateOrphans(db)).toBe(true);
  expect(await updateOrphans(db)).toBe(false);
  expect(await askBeat(db)).toMatchObject({ hasLeftPages: false });
});
