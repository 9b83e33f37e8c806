import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { codeOf, messageOf } from '../shared/error-parts.ts';
import { dbTexts } from './db.texts.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
// Any number that no other program takes on the same server.
const LOCK = 7_238_411_905;

/** The stored data cannot be opened by this version; the message says why in one line. */
export class SchemaError extends Error {}

/** A migration that data has had. */
export interface Applied {
  name: string;
  checksum: string;
}

interface Migration extends Applied {
  text: string;
}

/** This version's, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, FOLDER), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** The migrations that were applied to the data; undefined when another program made it. */
export async function findApplied(client: pg.ClientBase): Promise<Applied[] | undefined> {
  const { rows: found } = await client.query("select to_regclass('schema_migrations') as name");
  if (!found[0].name) return undefined;
  const { rows } = await client.query<Applied>(
    'select name, checksum from schema_migrations order by name collate "C"',
  );
  return rows;
}

/** Those of `known` that data with `applied` lacks; throws SchemaError for data that this version cannot open. */
function missingAfter(applied: Applied[], known: Migration[]): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = byName.get(name);
    if (!migration) throw new SchemaError(dbTexts.newerData(name));
    if (migration.checksum !== checksum) throw new SchemaError(dbTexts.changedMigration(name));
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

async function applyOne(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query(migration.text).catch((error) => {
    throw isNotMade(error) ? new SchemaError(dbTexts.noTrigrams) : error;
  });
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ]);
}

async function createRegister(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
}

/** Within the caller's transaction: the schema of data with `applied`, or everything that it lacks. */
export async function migrateWithin(client: pg.ClientBase, applied?: Applied[]): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  await createRegister(client);
  const wanted = applied && new Set(applied.map(({ name }) => name));
  const missing = missingAfter((await findApplied(client)) ?? [], await readMigrations());
  for (const migration of missing) {
    if (!wanted || wanted.has(migration.name)) await applyOne(client, migration);
  }
}

/**
 * Applies the migrations that the data lacks, all or none; several processes may start at once. The lock is the
 * transaction's own, so that it holds behind a pooler too, which keeps a connection for no longer than that.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await migrateWithin(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
