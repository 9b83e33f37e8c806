import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { readConfig } from '../src/config/env.ts';
import { openDatabase, openEngine } from '../src/db/open-database.ts';
import { ADMINISTRATOR, serve, type TestApp } from './build-app.ts';
import { PASSWORD } from './client.ts';
import { createServerDatabase } from './database.ts';
import { layEmbeddedTemplate } from './embedded-template.ts';

/** An installation described by its settings alone, as an operator knows it. */
export interface Installation {
  dataDir: string;
  /** The environment of the installation; an operator may change it between two starts. */
  settings: Record<'DATABASE_URL' | 'REDIS_URL' | 'S3_URL', string>;
  /** Starts the server; closing the server leaves the data. */
  start(): Promise<TestApp>;
  /** Works on the database as it is, even if no version could have made it. */
  onDatabase(work: (client: pg.PoolClient) => Promise<void>): Promise<void>;
  /** As if a killed server had been silent for long enough: on PostgreSQL the next start waits some 15 s for that. */
  forgetKilled(): Promise<void>;
  /** Runs a command on the installation, as a process of its own would. */
  run(command: (args: string[]) => Promise<void>, ...args: string[]): Promise<Ran>;
  remove(): Promise<void>;
}

export interface Ran {
  code: number;
  said: string;
}

const server = process.env.TEST_DATABASE_URL;

interface Wanted {
  s3?: string;
  /** Joins several servers of the installation. */
  redis?: string;
  /** The engine; by default the engine of this test run. */
  engine?: 'embedded';
  /** Starts with a database, without or with the tables, which takes long to make. */
  database?: 'bare' | 'migrated';
}

/** An empty installation. */
export async function createInstallation(wanted: Wanted = {}): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'web-chat-'));
  const database =
    server && wanted.engine !== 'embedded'
      ? await createServerDatabase(server, wanted.database)
      : undefined;
  const folder = join(dataDir, 'db');
  if (!database && wanted.database) await layEmbeddedTemplate(folder, wanted.database);
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEVICE_APPROVAL: 'off',
    ADMIN_EMAIL: ADMINISTRATOR,
    ADMIN_PASSWORD: PASSWORD,
    LOGIN_RATE: '1000',
    SEND_RATE: '0',
    RESERVE_MB: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    REDIS_URL: wanted.redis ?? '',
    S3_URL: wanted.s3 ?? '',
  };
  async function onDatabase(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const pool = new pg.Pool({ connectionString: database?.url });
    // A closing connection may receive an error, because its database is removed.
    pool.on('error', () => {});
    const opened = database ? { pool, close: () => pool.end() } : await openEngine(folder);
    const client = await opened.pool.connect();
    try {
      await work(client);
    } finally {
      client.release();
      await opened.close();
    }
  }
  return {
    dataDir,
    settings: env,
    async start() {
      const config = readConfig(env);
      const db = await openDatabase(config, () => {});
      // A start that is refused leaves the folder to the next one, as the end of its process would.
      return serve(config, { db, remove: () => db.close() }).catch(async (error: unknown) => {
        await db.close();
        throw error;
      });
    },
    onDatabase,
    async forgetKilled() {
      if (!database) return;
      const long = "update processes set seen_at = now() - interval '1 hour'";
      await onDatabase(async (client) => void (await client.query(long)));
    },
    run: (command, ...args) => runWith(env, () => command(args)),
    async remove() {
      await database?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function runWith(env: Record<string, string>, work: () => Promise<void>): Promise<Ran> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const lines: unknown[] = [];
  const say = (line: unknown) => void lines.push(line);
  const spies = (['log', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation(say),
  );
  try {
    await work();
    return { code: Number(process.exitCode), said: lines.map(String).join('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  }
}
