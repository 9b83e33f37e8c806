import { access, mkdir, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterIn } from '@chat/embedded-postgres/create-cluster';
import { lockFolder } from '@chat/embedded-postgres/folder-lock';
import pg from 'pg';
import type { Config } from '../../config/env.ts';
import { dbTexts } from '../../config/operator.texts.ts';
import { type Db, dbOn } from '../database.ts';
import { type Applied, migrateWithin } from '../migrate.ts';
import { APPLICATION_NAME, openEngine } from '../open-database.ts';
import {
  beginTransfer,
  connectOnceStarted,
  findTables,
  insertRows,
  type Row,
  readRows,
  type Sequence,
  setSequences,
  type Table,
  TakenError,
  TransferRefusal,
} from './tables.ts';

/** An installation to be filled, which shows nothing of it until it is committed. */
export interface Target {
  /** The name under which the older data are set aside at the commit. */
  aside: string | undefined;
  /** For what is added to the data once they are complete. */
  db: Db;
  /** Makes the tables as they were when the data had these migrations. */
  createSchema(applied: Applied[]): Promise<void>;
  findTables(): Promise<Table[]>;
  insertRows(table: Table, rows: Row[]): Promise<void>;
  readRows(table: Table): AsyncIterable<Row[]>;
  /** Sets the sequences and applies the migrations that the data lack. */
  complete(sequences: Sequence[]): Promise<void>;
  commit(): Promise<void>;
  /** Always call it; rolls back what is not committed. */
  close(): Promise<void>;
}

/** How an installation is filled. */
interface Filling {
  /** A folder on the file system of the data, where the new ones are made. */
  staging: string;
  /** The folder for data that were there before; undefined refuses them. */
  aside: string | undefined;
}

const named = pg.escapeIdentifier;

const fillerOn = (client: pg.ClientBase) => ({
  db: dbOn(client, 'unnamed'),
  createSchema: (applied: Applied[]) => migrateWithin(client, applied),
  findTables: () => findTables(client),
  insertRows: (table: Table, rows: Row[]) => insertRows(client, table, rows),
  readRows: (table: Table) => readRows(client, table),
  async complete(sequences: Sequence[]) {
    await setSequences(client, sequences);
    await migrateWithin(client);
    await client.query('analyze');
  },
});

async function openEmbeddedTarget(dataDir: string, filling: Filling): Promise<Target> {
  const folder = join(dataDir, 'db');
  const cluster = clusterIn(folder);
  const isTaken = await isThere(cluster);
  if (isTaken && !filling.aside) throw new TakenError(dbTexts.taken(folder));
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  try {
    const staging = join(filling.staging, 'db');
    const { pool, close } = await openEngine(staging);
    const client = await pool.connect();
    await beginTransfer(client, '');
    const leave = async () => {
      client.release();
      await close();
    };
    let leaving: Promise<void> | undefined;
    return {
      ...fillerOn(client),
      aside: isTaken ? filling.aside : undefined,
      async commit() {
        await client.query('commit');
        leaving = leave();
        await leaving;
        const aside = filling.aside && clusterIn(join(filling.aside, 'db'));
        await swapIn(clusterIn(staging), cluster, aside);
      },
      async close() {
        await (leaving ?? leave());
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function setSchemaAside(client: pg.ClientBase, aside: string | undefined): Promise<boolean> {
  const { rows } = await client.query<{ schema: string; tables: number }>(
    `select current_schema() as schema,
       (select count(*)::int from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')) as tables`,
  );
  const { schema, tables } = rows[0] ?? { schema: 'public', tables: 0 };
  if (tables === 0) return false;
  if (!aside) throw new TakenError(dbTexts.taken(schema));
  await client.query(`alter schema ${named(schema)} rename to ${named(aside)}`);
  await client.query(`create schema ${named(schema)}`);
  await bringExtensions(client, aside, schema);
  return true;
}

/**
 * Out of the schema that is set aside, where it would be lost with it; one that somebody else made stays where it is.
 */
async function bringExtensions(client: pg.ClientBase, aside: string, schema: string) {
  const { rows } = await client.query<{ name: string }>(
    `select extname as name from pg_extension
     where extnamespace = to_regnamespace($1) and pg_has_role(extowner, 'member')`,
    [pg.escapeIdentifier(aside)],
  );
  for (const { name } of rows) {
    await client.query(`alter extension ${named(name)} set schema ${named(schema)}`);
  }
}

/** A server's connection is listed for a moment after it has ended. */
const ENDING_MS = 3_000;
const PAUSE_MS = 100;

async function assertNotRunning(client: pg.ClientBase): Promise<void> {
  const deadline = performance.now() + ENDING_MS;
  while (await hasServer(client)) {
    if (performance.now() > deadline) throw new TransferRefusal(dbTexts.serverRunning);
    await pause(PAUSE_MS);
  }
}

async function hasServer(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [APPLICATION_NAME],
  );
  return rowCount !== 0;
}

/** @param aside the schema for data that were there before; undefined refuses them */
export async function openServerTarget(
  connectionString: string,
  aside: string | undefined,
): Promise<Target> {
  const client = await connectOnceStarted(connectionString, 'web-chat-restore');
  try {
    await assertNotRunning(client);
    await beginTransfer(client, '');
    const isTaken = await setSchemaAside(client, aside);
    return {
      ...fillerOn(client),
      aside: isTaken ? aside : undefined,
      commit: async () => {
        await client.query('commit');
      },
      // Rolls back an uncommitted transaction, too.
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

const schemaName = (folder: string) => basename(folder).replaceAll('-', '_');

/** The installation that the settings name. */
export function openTarget(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  filling: Filling,
): Promise<Target> {
  if (!databaseUrl) return openEmbeddedTarget(dataDir, filling);
  return openServerTarget(databaseUrl, filling.aside && schemaName(filling.aside));
}

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function moveTo(from: string, to: string): Promise<void> {
  await rename(from, to);
  for (const folder of new Set([dirname(from), dirname(to)])) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

/** Puts `fresh` in its `place`; what stands there is moved to `aside` first. Returns the way back. */
export async function swapIn(
  fresh: string,
  place: string,
  aside: string | undefined,
): Promise<() => Promise<void>> {
  const isTaken = aside !== undefined && (await isThere(place));
  if (isTaken) {
    await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
    await moveTo(place, aside);
  }
  const goBack = async () => {
    if (isTaken) await moveTo(aside, place);
  };
  try {
    await moveTo(fresh, place);
  } catch (error) {
    await goBack();
    throw error;
  }
  return async () => {
    await moveTo(place, fresh);
    await goBack();
  };
}
