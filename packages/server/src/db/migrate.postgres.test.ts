import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServerDatabase } from '../../test/database.ts';
import { migrate, migrateWithin, readMigrations, SchemaError } from './migrate.ts';

// A busy machine needs long to make a database.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// The last migrations need both tables, in this order.
const [FIRST, SECOND] = ['processes', 'users'];

let database: Awaited<ReturnType<typeof createServerDatabase>>;
let pool: pg.Pool;
let other: pg.Client;

beforeEach(async () => {
  database = await createServerDatabase(process.env.TEST_DATABASE_URL ?? '');
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  other = new pg.Client({ connectionString: database.url });
  // A closing connection may receive an error, because its database is removed.
  pool.on('error', () => {});
  other.on('error', () => {});
  await other.connect();
  await other.query('begin');
  const before = (await readMigrations()).filter(({ name }) => name < '0053');
  await migrateWithin(other, before);
  await other.query('commit');
});
afterEach(async () => {
  await other.end();
  await pool.end();
  await database.remove();
});

const isMigrated = async () =>
  (await pool.query("select from schema_migrations where name like '0054%'")).rowCount === 1;

/** Waits until the migration waits for a table. */
const untilItWaits = () =>
  vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      "select from pg_locks where not granted and locktype = 'relation' and database = (select oid from pg_database where datname = current_database())",
    );
    expect(rowCount).toBe(1);
  }, 60_000);

/** Holds a table by reading it, as a backup does. */
async function hold(table: string): Promise<void> {
  await other.query('begin');
  await other.query(`select count(*) from ${table}`);
}

test('while somebody holds a table, others go on, and it is tried again until it is free', async () => {
  await hold(SECOND);
  const migrating = migrate(pool);
  await untilItWaits();
  // Queries that queue behind the migration wait only until the migration gives up for a moment.
  await pool.query(`select count(*) from ${SECOND}`);
  expect(await isMigrated()).toBe(false);
  await other.query('commit');
  await migrating;
  expect(await isMigrated()).toBe(true);
});

test('a deadlock that is broken at its cost is no end: it is tried again', async () => {
  // The migration, and not the other connection, must detect the deadlock.
  await other.query("set deadlock_timeout = '20s'");
  await hold(SECOND);
  const migrating = migrate(pool);
  await untilItWaits();
  await other.query(`select count(*) from ${FIRST}`);
  await other.query('commit');
  await migrating;
  expect(await isMigrated()).toBe(true);
});

test('a table that is held for too long ends it with one line', async () => {
  await hold(SECOND);
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(61_000);
  const refused = migrate(pool);
  await expect(refused).rejects.toBeInstanceOf(SchemaError);
  await expect(refused).rejects.toThrow(/^No se ha podido poner al día [^\n]+$/);
  vi.restoreAllMocks();
  expect(await isMigrated()).toBe(false);
});
