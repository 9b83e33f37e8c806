import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { dbTexts } from '../config/operator.texts.ts';
import { codeOf, messageOf } from '../shared/errors.ts';
import { newestOf, version } from '../shared/version.ts';
import { type Db, sql } from './database.ts';
import type { FindOlder } from './living-processes.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
// Any number that no other program takes on the same server.
const LOCK = 7_238_411_905;

// While a migration waits for a table, all who want it wait behind: not for long, and they go first before the next
// try.
const TABLE_MS = 2_000;
const PAUSE_MS = 500;
const MAX_MS = 60_000;
// PostgreSQL's for: a deadlock was broken at our cost, or a table was not to be had in that time.
const TRY_AGAIN = /^(40P01|55P03)$/;

/** The stored data cannot be opened by this version; the message says why in one line. */
export class SchemaError extends Error {}

/** A migration that data has had. */
export interface Applied {
  name: string;
  checksum: string;
  /** By which version, and the oldest that may serve beside; none before versions had names. */
  version?: string | null | undefined;
  beside?: string | null | undefined;
}

interface Migration extends Applied {
  text: string;
  version: string;
  beside: string;
}

// The first line of one under which older versions may go on; under any other they may not.
const BESIDE = /^-- Beside: (\d+\.\d+\.\d+)$/m;

/** This version's migrations, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, FOLDER), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name, text, checksum, version, beside: BESIDE.exec(text)?.[1] ?? version };
    }),
  );
}

/** The migrations that were applied to the data; undefined when another program made it. */
export async function findApplied(client: pg.ClientBase): Promise<Applied[] | undefined> {
  const { rows: found } = await client.query("select to_regclass('schema_migrations') as name");
  if (!found[0].name) return undefined;
  // Data of before lack the columns for versions.
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(m) ->> 'version' as version, to_jsonb(m) ->> 'beside' as beside
     from schema_migrations m order by name collate "C"`,
  );
  return rows;
}

/**
 * The migrations in `known` that data with `applied` lacks; throws SchemaError for data that this version cannot open.
 */
function missingAfter(applied: Applied[], known: Migration[]): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  const newer = applied.filter(({ name }) => !byName.has(name));
  if (newer.length > 0) {
    const named = newestOf(newer.map((migration) => migration.version ?? null));
    throw new SchemaError(
      dbTexts.newerData(named ?? newer.map(({ name }) => name).join(), version),
    );
  }
  for (const { name, checksum } of applied) {
    if (byName.get(name)?.checksum !== checksum)
      throw new SchemaError(dbTexts.changedMigration(name));
  }
  const names = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !names.has(name));
}

/** Throws SchemaError for data that this version cannot open. */
export async function assertKnownMigrations(applied: Applied[]): Promise<void> {
  missingAfter(applied, await readMigrations());
}

// PostgreSQL's for: no right to make it, its files are not there (by older versions: a file cannot be read).
const isNotMade = (error: unknown) =>
  /^(42501|0A000|58P01)$/.test(codeOf(error)) && messageOf(error).includes('pg_trgm');

async function applyOne(
  client: pg.ClientBase,
  migration: Migration,
  { name, checksum, version = null, beside = null }: Applied,
): Promise<void> {
  await client.query(migration.text).catch((error) => {
    throw isNotMade(error) ? new SchemaError(dbTexts.noTrigrams) : error;
  });
  // Into the columns that are there: those for versions come with a migration, too.
  await client.query(
    `insert into schema_migrations
     select (jsonb_populate_record(null::schema_migrations, $1::jsonb || jsonb_build_object('applied_at', now()))).*`,
    [JSON.stringify({ name, checksum, version, beside })],
  );
}

/** Until the end of the caller's transaction nobody else migrates. */
async function findMissing(client: pg.ClientBase): Promise<Migration[]> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  return missingAfter((await findApplied(client)) ?? [], await readMigrations());
}

/** Within the caller's transaction: the schema of data with `applied`, or everything that it lacks. */
export async function migrateWithin(client: pg.ClientBase, applied?: Applied[]): Promise<void> {
  const wanted = applied && new Map(applied.map((migration) => [migration.name, migration]));
  for (const migration of await findMissing(client)) {
    const asApplied = wanted ? wanted.get(migration.name) : migration;
    if (asApplied) await applyOne(client, migration, asApplied);
  }
}

/** Finds processes that are too old for this one's schema, and says that the start waits for their end. */
interface Beside {
  findOlder: FindOlder;
  onWaiting: () => void;
}

/** All that the data lacks, or nothing and false: an older process has yet to end. */
async function tryToMigrate(client: pg.ClientBase, others?: Beside): Promise<boolean> {
  const missing = await findMissing(client);
  const oldest = newestOf(missing.map(({ beside }) => beside));
  if (others && oldest !== null) {
    const { older, staying } = await others.findOlder(client, oldest);
    if (staying) throw new SchemaError(dbTexts.olderRunning(staying.version, version, oldest));
    if (older.length > 0) return false;
  }
  await client.query(`set local lock_timeout = ${TABLE_MS}`);
  for (const migration of missing) await applyOne(client, migration, migration);
  return true;
}

/**
 * The lock is the transaction's own, so that it holds behind a pooler too, which keeps a connection for no longer than
 * that.
 */
async function inTransaction(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<boolean>,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    // A migration takes the time it takes, and who waits for another one's too, whatever the server is set to.
    await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0');
    const isDone = await work(client);
    await client.query(isDone ? 'commit' : 'rollback');
    return isDone;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Applies the migrations that the data lacks, all or none; several processes may start at once. `others` where
 * processes of older versions may serve meanwhile.
 */
export async function migrate(pool: pg.Pool, others?: Beside): Promise<void> {
  const deadline = performance.now() + MAX_MS;
  let isWaiting = false;
  for (;;) {
    try {
      if (await inTransaction(pool, (client) => tryToMigrate(client, others))) return;
      if (!isWaiting) others?.onWaiting();
      isWaiting = true;
    } catch (error) {
      if (!TRY_AGAIN.test(codeOf(error))) throw error;
      if (performance.now() > deadline) throw new SchemaError(dbTexts.tablesHeld);
    }
    await pause(PAUSE_MS);
  }
}

let known: Promise<Set<string>> | undefined;

/**
 * How many of this version's migrations the data has had, and how many not; and how many others, of a newer version
 * that another process runs already.
 */
export async function findSchemaState(
  db: Db,
): Promise<{ applied: number; missing: number; unknown: number }> {
  known ??= readMigrations().then((all) => new Set(all.map(({ name }) => name)));
  const names = await known;
  const rows = await db.many<{ name: string }>(sql`select name from schema_migrations`);
  const applied = rows.filter(({ name }) => names.has(name)).length;
  return { applied, missing: names.size - applied, unknown: rows.length - applied };
}
