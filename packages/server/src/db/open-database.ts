import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerCaller } from '@chat/embedded-postgres/folder-lock';
import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  openEmbedded,
} from '@chat/embedded-postgres/open-embedded';
import pg from 'pg';
import type { Config } from '../config/env.ts';
import { type Database, databaseOn, typeParsers } from './database.ts';
import { isStarting } from './faults.ts';
import { watchOlder } from './living-processes.ts';
import { migrate } from './migrate.ts';

/** How long a PostgreSQL server may keep somebody waiting before they are told that it does not answer. */
interface Timeouts {
  /** For one of the connections, or for a new one. */
  connectMs: number;
  /** For one statement; the server breaks it off. */
  statementMs: number;
  /** For any answer: a connection may be dead without a word. */
  answerMs: number;
}

const CONNECTIONS = 10;
const TIMEOUTS: Timeouts = { connectMs: 5_000, statementMs: 30_000, answerMs: 40_000 };

/** By which a PostgreSQL server knows that this program is running on a database. */
export const APPLICATION_NAME = 'web-chat';

interface Opening extends Partial<Timeouts> {
  /** A process that is too old for this version's schema has to end first. */
  onWaiting?: () => void;
}

/** The database the settings name, brought to this version's schema. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onLost: (error: Error) => void,
  { onWaiting = () => {}, ...given }: Opening = {},
): Promise<Database> {
  const { databaseUrl } = config;
  const timeouts = { ...TIMEOUTS, ...given };
  if (databaseUrl) await onceStarted(() => migrateServer(databaseUrl, timeouts, onWaiting));
  const isPooled = config.databaseUrl !== undefined && isBehindPooler(config.databaseUrl);
  let answer: AnswerCaller = async () => undefined;
  const { pool, close } = config.databaseUrl
    ? openServer(config.databaseUrl, isPooled, timeouts)
    : await openMigrated(join(config.dataDir, 'db'), (request) => answer(request));
  const database = databaseOn(pool, close, isPooled ? 'unnamed' : 'named', (given) => {
    answer = given;
  });
  // The pool replaces an idle connection that breaks; the error would end the process if nobody listened.
  pool.on('error', (error) => {
    onLost(error);
    database.events.emit('lost');
  });
  return database;
}

async function openMigrated(folder: string, answer: AnswerCaller) {
  const embedded = await openEngine(folder, { answer });
  try {
    await migrate(embedded.pool);
  } catch (error) {
    await embedded.close();
    throw error;
  }
  return embedded;
}

/** `?pgbouncer=true`: a pooler between us lends connections for one transaction at a time. */
export const isBehindPooler = (databaseUrl: string) =>
  new URL(databaseUrl).searchParams.get('pgbouncer') === 'true';

// On a connection of its own: a migration takes the time it takes.
async function migrateServer(
  connectionString: string,
  { connectMs }: Timeouts,
  onWaiting: () => void,
): Promise<void> {
  const connectionTimeoutMillis = connectMs;
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis,
    types: typeParsers,
    max: 1,
  });
  // The break of an idle connection, or of one that is being closed, would end the process if nobody listened.
  pool.on('error', () => {});
  try {
    // A pooler may take the connection and have no server to pass anything on to.
    const soon = { text: 'select 1', query_timeout: connectMs };
    await pool.query(soon);
    await migrate(pool, { findOlder: watchOlder(), onWaiting });
  } finally {
    await pool.end();
  }
}

function openServer(connectionString: string, isPooled: boolean, timeouts: Timeouts) {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    types: typeParsers,
    connectionTimeoutMillis: timeouts.connectMs,
    // A pooler owns its connections and refuses settings of ours: the time of a statement is ours alone to watch.
    ...(isPooled
      ? { query_timeout: timeouts.statementMs }
      : {
          statement_timeout: timeouts.statementMs,
          idle_in_transaction_session_timeout: timeouts.statementMs,
          query_timeout: timeouts.answerMs,
        }),
    keepAlive: true,
    application_name: APPLICATION_NAME,
  });
  // A connection that breaks between two statements of a transaction says so here; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, close: () => pool.end() };
}

const MAX_MS = 60_000;
const PAUSE_MS = 250;

/** Tries again while the database says that it will be there in a moment: after a power cut both may start together. */
export async function onceStarted<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + MAX_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isStarting(error) || Date.now() > deadline) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** The embedded engine on `folder`, with values read as from a server. */
export const openEngine = (
  folder: string,
  options: Omit<EmbeddedOptions, 'types'> = {},
): Promise<EmbeddedDatabase> => openEmbedded(folder, { ...options, types: typeParsers });
