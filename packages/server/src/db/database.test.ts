import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { sql } from './database.ts';
import { isForeignKeyViolation, isUniqueViolation } from './faults.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const insert = (name: string) => sql`
  insert into projects (uuid, name, name_key) values (gen_random_uuid(), ${name}, ${name})`;
const names = async () => {
  const rows = await database.db.many<{ name: string }>(sql`select name from projects`);
  return rows.map(({ name }) => name);
};

test('a test finds the database as the migrations made it, whoever had one before', async () => {
  const others = await createTestDatabase();
  await others.db.run(insert('De otro'));
  await others.remove();
  const { db, remove } = await createTestDatabase();
  const filled = sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;
  expect(await db.many(filled)).toEqual([{ name: 'schema_migrations' }]);
  await db.run(insert('Primero'));
  expect(await db.one(sql`select id from projects`)).toEqual({ id: 1 });
  await remove();
});

test('rows have camelCase names, bigint as number, times as Date', async () => {
  const row = await database.db.one(sql`
    select 9007199254740991::bigint as large_number, now() as created_at, null as nothing_here`);
  expect(row).toEqual({
    largeNumber: Number.MAX_SAFE_INTEGER,
    createdAt: expect.any(Date),
    nothingHere: null,
  });
});

test('values are parameters, never text of the statement', async () => {
  const hostile = "'; drop table projects; --";
  await database.db.run(insert(hostile));
  expect(await names()).toEqual([hostile]);
  await database.db.run(sql`delete from projects`);
});

test('one() wants a row, maybeOne() does not', async () => {
  const none = sql`select 1 where false`;
  await expect(database.db.one(none)).rejects.toThrow('gave none');
  expect(await database.db.maybeOne(none)).toBeUndefined();
});

describe('a transaction', () => {
  test('that throws leaves nothing behind, and the next one works', async () => {
    const failed = database.db.transaction(async (tx) => {
      await tx.run(insert('Fallido'));
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await database.db.transaction((tx) => tx.run(insert('Logrado')));
    expect(await names()).toEqual(['Logrado']);
  });

  test('goes by its settings until it ends', async () => {
    const asked = sql`
      select current_setting('work_mem') as work_mem, current_setting('enable_sort') as enable_sort`;
    const before = await database.db.one(asked);
    const settings = { work_mem: '7MB', enable_sort: 'off' };
    const within = await database.db.transaction((tx) => tx.one(asked), settings);
    expect(within).toEqual({ workMem: '7MB', enableSort: 'off' });
    expect(before).not.toEqual(within);
    expect(await database.db.one(asked)).toEqual(before);
  });

  test('many at once on few connections all come through', async () => {
    const work = (i: number) => database.db.transaction((tx) => tx.run(insert(`Proyecto ${i}`)));
    await Promise.all(Array.from({ length: 30 }, (_, i) => work(i)));
    expect(await names()).toHaveLength(31);
  });
});

test('a refused row is told by its constraint', async () => {
  await database.db.run(insert('Doble'));
  const second: unknown = await database.db.run(insert('Doble')).catch((error) => error);
  expect(isUniqueViolation(second, 'projects_name_key')).toBe(true);
  expect(isUniqueViolation(second, 'offices_name_key')).toBe(false);
  const orphan: unknown = await database.db
    .run(sql`
      insert into offices (uuid, project_id, name, name_key)
      values (gen_random_uuid(), -1, 'Sin', 'sin')`)
    .catch((error) => error);
  expect(isForeignKeyViolation(orphan, 'offices_project_id_fkey')).toBe(true);
});
