import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { login } from '@chat/contract/auth';
import type { Database } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import { inRepo } from '../../../scripts/lib/root.mjs';
import { required } from '../../support/helpers.ts';
import type { Settings } from '../baselines/serve.ts';
import { contentOf } from '../load/calls.ts';
import { type Company, type Filling, fillCompany, type Plan } from './company.ts';
import { watchMemory } from './memory.ts';

const command = [inRepo('scripts/lib/lean-node.sh'), inRepo('packages/server/dist/main.js')];

export const administrator = { email: 'elena@empresa.local', password: 'elena-secreta' };

// A million messages are one statement.
export const FILLING = { connectMs: 5_000, statementMs: 900_000, answerMs: 900_000 };

const SETTLE_MS = 10_000;

export interface ServedDatabase {
  url: string;
  /** The process id of the server. */
  pid: number;
  /** Ends the server. */
  stop(): Promise<void>;
}

export interface BenchServer extends ServedDatabase {
  company: Company;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** The built server as `npm start` runs it, on a database that is filled already. */
export async function serveFilled(
  { databaseUrl, dataDir }: Settings,
  settings: Record<string, string> = {},
): Promise<ServedDatabase> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'web-chat-bench-')));
  const own = { DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '' };
  const child = launch(folder, { ...own, ...settings });
  const url = await listening(child);
  return {
    url,
    pid: required(child.pid, 'process'),
    async stop() {
      await end(child);
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Start {
  /** Environment variables beside its own. */
  settings?: Record<string, string>;
  /** Adds rows behind those of the plan. */
  fill?: (db: Database) => Promise<void>;
}

/** Fills a database with `plan`, an embedded one unless one is given, and starts the built server on it. */
export async function startServer(
  plan: Plan,
  database: Settings = {},
  filling?: Filling,
  { settings, fill = async () => {} }: Start = {},
): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-bench-'));
  const { databaseUrl, dataDir = join(folder, 'data') } = database;
  await mkdir(dataDir, { recursive: true });
  const db = await openDatabase({ databaseUrl, dataDir }, console.error, FILLING);
  const filled = async () => {
    const company = await fillCompany(db, plan, filling);
    await fill(db);
    return company;
  };
  const company = await filled().finally(() => db.close());
  const { url, pid, stop } = await serveFilled({ databaseUrl, dataDir }, settings);
  return {
    url,
    pid,
    company,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The memory that a start takes, in bytes. */
export interface StartMemory {
  atPeak: number;
  atRest: number;
}

/** Starts the built server on `dataDir`, with an embedded database, lets it come to rest and ends it. */
export async function startForMemory(dataDir: string): Promise<StartMemory> {
  await mkdir(dataDir, { recursive: true });
  const child = launch(dataDir, { DATA_DIR: dataDir, DATABASE_URL: '' });
  const memory = watchMemory(required(child.pid, 'process'));
  try {
    await listening(child);
    await pause(SETTLE_MS);
    return memory.end();
  } finally {
    await end(child);
  }
}

/** Returns the session's token. */
export async function signInAdministrator(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...administrator, deviceId: 'medida-medida' }),
  });
  return contentOf(login, await answer.text()).accessToken;
}

// Only these settings reach it: neither the caller's environment nor a `.env` of the working folder.
function launch(cwd: string, settings: Record<string, string>): ChildProcess {
  const child = spawn('sh', command, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      DEVICE_APPROVAL: 'off',
      // One person writes here for hundreds.
      SEND_RATE: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** The address in its first line that holds one; rejects with all it said when it ends before. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((settle, reject) => {
    let said = '';
    const collect = (chunk: Buffer) => {
      said += chunk;
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address) settle(address.replace('localhost', '127.0.0.1'));
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended (${code}):\n${said}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
