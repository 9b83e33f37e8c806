import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { dbTexts } from './db.texts.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
// Any number that no other program takes on the same server.
const LOCK = 7_238_411_905;

/** The stored data cannot be opened by this version; the message says why in one line. */
export class SchemaError extends Error {}

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, FOLDER), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function applyMissing(client: pg.PoolClient, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of rows) {
    const migration = known.get(name);
    if (!migration) throw new SchemaError(dbTexts.newerData(name));
    if (migration.checksum !== checksum) throw new SchemaError(dbTexts.changedMigration(name));
  }
  const applied = new Set(rows.map((row) => row.name));
  for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
    await client.query('begin');
    try {
      await client.query(migration.text);
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }
}

/** Applies the migrations that the data lacks, in order, each whole or not at all; several processes may start at once. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const migrations = await readMigrations();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    );
    await applyMissing(client, migrations);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}
