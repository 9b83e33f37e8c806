import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type Database, type Db, databaseOn, sql, typeParsers } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { openMigratedEmbedded } from './embedded-engines.ts';

export interface TestDatabase {
  db: Database;
  pool: pg.Pool;
  /** Opens the database as another process does, on a PostgreSQL server through connections of its own. */
  open(): Database;
  /** Closes the connections and removes the database. */
  remove(): Promise<void>;
}

const MIGRATIONS = new URL('../migrations/', import.meta.url);

// The name follows from the migrations, so that changed migrations make a new template.
const TEMPLATE = `web_chat_template_${hashOf(readdirSync(MIGRATIONS).sort())}`;
const DRAFT = `${TEMPLATE}_draft`;
const LOCK = 4_519_002;

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(new URL(file, MIGRATIONS)));
  return hash.digest('hex').slice(0, 12);
}

const urlOf = (server: string, name: string) => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/** A PostgreSQL server on which a worker makes its databases, by a few connections: a new one each time costs much. */
class DatabaseServer {
  readonly #url: string;
  readonly #pool: pg.Pool;
  #template: Promise<void> | undefined;
  /** The copy that writes no log is by far the faster; before version 15 it was the only one. */
  #copying: Promise<string> | undefined;

  constructor(url: string) {
    this.#url = url;
    const forever = { idleTimeoutMillis: 0, allowExitOnIdle: true };
    this.#pool = new pg.Pool({ connectionString: url, max: 2, ...forever });
    // A test may stop the server.
    this.#pool.on('error', () => {});
  }

  async create(kind: 'bare' | 'migrated'): Promise<string> {
    const name = `web_chat_${randomBytes(8).toString('hex')}`;
    if (kind === 'migrated') this.#template ??= this.#makeTemplate();
    this.#copying ??= this.#findCopying();
    await this.#template;
    const template = kind === 'bare' ? 'template1' : TEMPLATE;
    const copying = await this.#copying;
    await this.#pool.query(`create database ${name} template ${template} ${copying}`);
    return name;
  }

  async remove(name: string): Promise<void> {
    await this.#pool.query(`drop database ${name} with (force)`);
  }

  async #findCopying(): Promise<string> {
    const { rows } = await this.#pool.query('show server_version_num');
    return Number(rows[0].server_version_num) >= 150_000 ? 'strategy file_copy' : '';
  }

  /** Each server has one template, which the first worker makes. */
  async #makeTemplate(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      const { rowCount } = await client.query('select from pg_database where datname = $1', [
        TEMPLATE,
      ]);
      if (rowCount) return;
      await client.query(`drop database if exists ${DRAFT}`);
      await client.query(`create database ${DRAFT}`);
      const draft = urlOf(this.#url, DRAFT);
      const pool = new pg.Pool({ connectionString: draft, types: typeParsers, max: 1 });
      await migrate(pool);
      await pool.end();
      await client.query(`alter database ${DRAFT} rename to ${TEMPLATE}`);
    } finally {
      // The lock goes with the connection.
      client.release(true);
    }
  }
}

const servers = new Map<string, DatabaseServer>();

function serverAt(url: string): DatabaseServer {
  const known = servers.get(url) ?? new DatabaseServer(url);
  servers.set(url, known);
  return known;
}

// A new connection costs more than most calls: it is a process, which learns the tables by itself.
const FEW_CONNECTIONS = 3;

/** A database for one test file, copied from a migrated template. */
async function createOnServer(url: string, connections: number): Promise<TestDatabase> {
  const server = serverAt(url);
  const name = await server.create('migrated');
  const connect = () => {
    const connectionString = urlOf(url, name);
    const pool = new pg.Pool({ connectionString, types: typeParsers, max: connections });
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
      await server.remove(name);
    },
  };
}

/** A new database on a PostgreSQL server, without tables or with all of them; gives its address. */
export async function createServerDatabase(
  url: string,
  kind: 'bare' | 'migrated' = 'bare',
): Promise<{ url: string; remove(): Promise<void> }> {
  const server = serverAt(url);
  const name = await server.create(kind);
  return { url: urlOf(url, name), remove: () => server.remove(name) };
}

async function createEmbedded(): Promise<TestDatabase> {
  const { pool, close } = await openMigratedEmbedded();
  const db = databaseOn(pool, close);
  return { db, pool, open: () => databaseOn(pool, async () => {}), remove: close };
}

/** On the server of TEST_DATABASE_URL, by so many connections, else on the embedded engine. */
export function createTestDatabase(connections = FEW_CONNECTIONS): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? createOnServer(server, connections) : createEmbedded();
}

/** The names of all tables. */
export async function findTables(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`);
  return rows.map(({ name }) => name);
}
