import { rm } from 'node:fs/promises';
import { firstOf } from '@chat/contract/checks';
import { EngineThread } from '@chat/embedded-postgres/engine-thread';
import { connectTo, type EmbeddedDatabase } from '@chat/embedded-postgres/open-embedded';
import type pg from 'pg';
import { inject } from 'vitest';
import { typeParsers } from '../src/db/database.ts';
import { migratedDatabaseFolder } from './embedded-template.ts';

interface Engine {
  folder: string;
  thread: EngineThread;
  /** The schema that the migrations made. */
  schema: string;
}

// Starting an engine takes far longer than emptying the tables of an engine that nobody uses any more.
const idle: Engine[] = [];

/** A migrated database without rows, on an engine and in a session that nobody else has until both are closed. */
export async function openMigratedEmbedded(): Promise<EmbeddedDatabase> {
  const engine = idle.pop() ?? (await start());
  const { pool, close } = connectTo(engine.thread, typeParsers);
  const giveBack = async () => {
    await close();
    if (await wasEmptied(engine)) idle.push(engine);
    else await discard(engine);
  };
  let closed: Promise<void> | undefined;
  return {
    pool,
    close: () => {
      closed ??= giveBack();
      return closed;
    },
  };
}

async function start(): Promise<Engine> {
  const folder = await migratedDatabaseFolder(inject('databaseFolders'));
  const thread = await EngineThread.start(folder);
  return { folder, thread, schema: await inSession(thread, schemaOf) };
}

async function discard({ folder, thread }: Engine): Promise<void> {
  await thread.close();
  await rm(folder, { recursive: true });
}

/** Returns false for a lost engine, or for one whose schema was changed: no other test can use it. */
async function wasEmptied({ thread, schema }: Engine): Promise<boolean> {
  return inSession(thread, async (pool) => {
    if ((await schemaOf(pool)) !== schema) return false;
    await empty(pool);
    return true;
  }).catch(() => false);
}

/** A session that leaves nothing behind: no transaction, no lock, no setting, no prepared statement. */
async function inSession<T>(thread: EngineThread, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { pool, close } = connectTo(thread, typeParsers);
  try {
    return await work(pool);
  } finally {
    await close();
  }
}

async function schemaOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string }>(`
    select concat(
      (select json_agg(json_build_array(attrelid, attname, atttypid, attnotnull) order by attrelid, attnum)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace),
      (select json_agg(json_build_array(oid, tgrelid, tgenabled) order by oid) from pg_trigger),
      (select json_agg(m order by name) from schema_migrations m)) as schema`);
  return firstOf(rows).schema;
}

/**
 * Returns the tables to their state after the migrations, which add only their own names as rows. The role may empty
 * the audit, which no test may.
 */
async function empty(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ tables: string }>(`
    select string_agg(quote_ident(tablename), ', ') as tables
    from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`);
  await pool.query(`
    begin;
    set local session_replication_role = replica;
    truncate ${rows[0]?.tables} restart identity;
    commit`);
}
