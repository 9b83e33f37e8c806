import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type Database, type Db, databaseOn, sql, typeParsers } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { openMigratedEmbedded } from './embedded-engines.ts';

export interface TestDatabase {
  db: Database;
  pool: pg.Pool;
  /** The same data through connections of its own, as another process has them. */
  open(): Database;
  /** Closes the connections and removes the database. */
  remove(): Promise<void>;
}

const MIGRATIONS = new URL('../migrations/', import.meta.url);

// The name follows from the migrations, so that changed migrations make a new template.
const TEMPLATE = `web_chat_template_${hashOf(readdirSync(MIGRATIONS).sort())}`;
const LOCK = 4_519_002;

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(new URL(file, MIGRATIONS)));
  return hash.digest('hex').slice(0, 12);
}

async function withServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const urlOf = (server: string, name: string) => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

async function migrateTemplate(server: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: urlOf(server, TEMPLATE),
    types: typeParsers,
    max: 1,
  });
  await migrate(pool);
  await pool.end();
}

/** A database for one test file, copied from a migrated template; each server has one template. */
async function createOnServer(server: string): Promise<TestDatabase> {
  const name = `web_chat_${randomBytes(8).toString('hex')}`;
  await withServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      TEMPLATE,
    ]);
    if (!rowCount) {
      await client.query(`create database ${TEMPLATE}`);
      await migrateTemplate(server);
    }
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  const connect = () => {
    const connectionString = urlOf(server, name);
    const pool = new pg.Pool({ connectionString, types: typeParsers, max: 5 });
    // A closing connection may receive an error, because its database is removed.
    pool.on('error', () => {});
    return pool;
  };
  const on = (pool: pg.Pool) => databaseOn(pool, () => pool.end());
  const pool = connect();
  return {
    db: on(pool),
    pool,
    open: () => on(connect()),
    async remove() {
      await pool.end();
      await withServer(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** A new empty database on the server; returns its address. */
export async function createEmptyDatabase(
  server: string,
): Promise<{ url: string; remove(): Promise<void> }> {
  const name = `web_chat_${randomBytes(8).toString('hex')}`;
  await withServer(server, (client) => client.query(`create database ${name}`));
  return {
    url: urlOf(server, name),
    remove: () =>
      withServer(server, async (client) => {
        await client.query(`drop database ${name} with (force)`);
      }),
  };
}

async function createEmbedded(): Promise<TestDatabase> {
  const { pool, close } = await openMigratedEmbedded();
  const db = databaseOn(pool, close);
  return { db, pool, open: () => databaseOn(pool, async () => {}), remove: close };
}

/** On the server of TEST_DATABASE_URL, else on the embedded engine. */
export function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? createOnServer(server) : createEmbedded();
}

/** The names of all tables. */
export async function findTables(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`);
  return rows.map(({ name }) => name);
}
