import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config/env.ts';
import { type Database, databaseOn, typeParsers } from './database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { migrate } from './migrate.ts';

const CONNECTIONS = 10;

/** The database the settings name, brought to this version's schema. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onLost: (error: Error) => void,
): Promise<Database> {
  const { pool, close } = config.databaseUrl
    ? openServer(config.databaseUrl)
    : await openEmbedded(join(config.dataDir, 'db'));
  // An idle connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on('error', onLost);
  try {
    await migrate(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return databaseOn(pool, close);
}

function openServer(connectionString: string) {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS,
    types: typeParsers,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'web-chat',
  });
  return { pool, close: () => pool.end() };
}
