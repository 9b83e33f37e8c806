import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { version } from '../shared/version.ts';
import { sql } from './database.ts';
import { findApplied, migrate, migrateWithin, readMigrations, SchemaError } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const applied = async () => {
  const rows = await database.db.many<{ name: string }>(
    sql`select name from schema_migrations order by name`,
  );
  return rows.map(({ name }) => name);
};
const empty = () => database.pool.query('drop schema public cascade; create schema public');

describe('on empty data', () => {
  beforeEach(async () => {
    await empty();
  });

  test('every migration is applied, in order of its number', async () => {
    await migrate(database.pool);
    const names = await applied();
    expect(names[0]).toBe('0001-create-people.sql');
    expect(names).toEqual([...names].sort());
    expect(await database.db.many(sql`select * from users`)).toEqual([]);
  });

  test('what is restored remembers which version brought each step', async () => {
    const steps = await readMigrations();
    const applied = steps.map((step) => ({ ...step, version: '0.9.9', beside: '0.9.8' }));
    const client = await database.pool.connect();
    await migrateWithin(client, applied);
    const found = await findApplied(client);
    client.release();
    expect(found?.map(({ name }) => name)).toEqual(steps.map(({ name }) => name));
    expect(found?.at(-1)).toMatchObject({ version: '0.9.9', beside: '0.9.8' });
  });

  test('several that start at once apply each of them once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool)));
    const names = await applied();
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('on data that a version has left', () => {
  test('starting again changes nothing', async () => {
    const before = await applied();
    await migrate(database.pool);
    expect(await applied()).toEqual(before);
  });

  test.each([
    ['by its name', "'99.10.0'", '99.10.0'],
    ['by its last step where it has none', 'null', '9998-later.sql,9999-last.sql'],
  ])('data of a newer version is refused %s, and left alone', async (_, newest, named) => {
    await database.pool.query(`
      insert into schema_migrations (name, checksum, version) values
        ('9998-later.sql', 'abc', ${newest}), ('9999-last.sql', 'abc', ${newest === 'null' ? 'null' : "'99.9.0'"})`);
    const refused = migrate(database.pool);
    await expect(refused).rejects.toBeInstanceOf(SchemaError);
    await expect(refused).rejects.toThrow(
      `Los datos son de una versión más nueva (${named}) que este programa (${version}); actualiza el programa.`,
    );
    await database.db.run(sql`delete from schema_migrations where name like '999_-%'`);
    await migrate(database.pool);
  });

  test('each step since versions have names tells which one brought it', async () => {
    const steps = await database.db.many(sql`
      select version, beside from schema_migrations where name >= '0053' order by name limit 2`);
    expect(steps).toEqual(Array(2).fill({ version, beside: version }));
  });

  test('a migration that has been changed since is refused', async () => {
    await database.db.run(sql`
      update schema_migrations set checksum = 'abc' where name = '0001-create-people.sql'`);
    const refused = migrate(database.pool);
    await expect(refused).rejects.toBeInstanceOf(SchemaError);
    await expect(refused).rejects.toThrow(
      'La migración 0001-create-people.sql no es la que se aplicó a estos datos.',
    );
  });

  test('a refusal lets go of the lock: the next one is answered too', async () => {
    await expect(migrate(database.pool)).rejects.toBeInstanceOf(SchemaError);
    await empty();
    await migrate(database.pool);
  });
});
