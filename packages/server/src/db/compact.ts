import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config/env.ts';
import { codeOf } from '../shared/errors.ts';
import { type Database, type Db, dbOn, raw, sql } from './database.ts';
import { isBehindPooler } from './open-database.ts';
import { connectOnceStarted } from './transfer/tables.ts';

/** While we wait for a table, all who want it wait behind: not for long, and they go first before the next try. */
const TABLE_MS = 2_000;
const PAUSE_MS = 1_000;
const MAX_MS = 60_000;
const IS_BUSY = '55P03';
const NOT_ALLOWED = '42501';

/** Somebody has kept the table for a minute. */
export class BusyTableError extends Error {}

async function rewrite(db: Db, table: string, maxMs: number): Promise<void> {
  const deadline = Date.now() + maxMs;
  for (;;) {
    try {
      // Statistics hold values, too; those of now take their place.
      await db.run(sql`vacuum (full, analyze) ${raw(table)}`);
      return;
    } catch (error) {
      if (codeOf(error) !== IS_BUSY) throw error;
      if (Date.now() > deadline) throw new BusyTableError(table, { cause: error });
    }
    await pause(PAUSE_MS);
  }
}

async function rewriteTables(db: Db, maxMs: number): Promise<void> {
  const tables = await db.many<{ name: string }>(sql`
    select quote_ident(relname) as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`);
  for (const { name } of tables) await rewrite(db, name, maxMs);
  await rewrite(db, 'pg_catalog.pg_statistic', maxMs);
}

/** Has the engine begin new files of its log, and removes the old ones instead of keeping them for later. */
async function renewEmbeddedLog(db: Db): Promise<void> {
  const { files } = await db.one<{ files: number }>(
    sql`select count(*) as files from pg_ls_waldir()`,
  );
  await db.run(sql`set wal_recycle = off`);
  for (let round = 0; round <= files; round++) {
    await db.run(sql`select pg_switch_wal()`);
    await db.run(sql`checkpoint`);
  }
  await db.run(sql`reset wal_recycle`);
}

/** A server's log is its operator's: as far as we may, what it wrote until now becomes free to be overwritten. */
async function endServerLog(db: Db): Promise<void> {
  for (const statement of [sql`select pg_switch_wal()`, sql`checkpoint`]) {
    await db.run(statement).catch((error: unknown) => {
      if (codeOf(error) !== NOT_ALLOWED) throw error;
    });
  }
}

// A table takes the time it takes, which no connection of the pool allows.
async function onOwnConnection(url: string, work: (client: pg.Client) => Promise<void>) {
  const client = await connectOnceStarted(url, 'web-chat-compact');
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Writes each table and its indexes into new files, so that the database's files hold nothing of what was removed
 * (rules/erasure 13). Nobody reads or writes a table meanwhile; with the embedded engine all requests wait for it.
 *
 * @param maxMs how long another program may keep a table from us; BusyTableError names it
 */
export async function compact(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  db: Database,
  maxMs = MAX_MS,
): Promise<void> {
  if (!databaseUrl) {
    await rewriteTables(db, maxMs);
    await renewEmbeddedLog(db);
    return;
  }
  await onOwnConnection(databaseUrl, async (client) => {
    if (!isBehindPooler(databaseUrl)) {
      await client.query(`set statement_timeout = 0; set lock_timeout = ${TABLE_MS}`);
    }
    await rewriteTables(dbOn(client, 'unnamed'), maxMs);
    await endServerLog(dbOn(client, 'unnamed'));
  });
}
