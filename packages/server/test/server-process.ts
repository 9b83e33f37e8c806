import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open-database.ts';
import { createInstallation } from './installation.ts';

export interface ServerProcess {
  url: string;
  /** What all of it holds of the machine's memory. */
  memory(): number;
  /** Its data go with it. */
  stop(): Promise<void>;
}

const SOURCES = ['--conditions', 'source', '--import', 'tsx'];

/** A module of the tests or of the server as a process of its own. */
export function startModule(module: URL, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [...SOURCES, fileURLToPath(module), ...args], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The first line on its standard output that matches. */
export async function lineOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  if (!child.stdout) throw new Error('nothing can be heard of it');
  for await (const line of createInterface(child.stdout)) {
    const found = pattern.exec(line);
    if (found) return found;
  }
  throw new Error(`ended without a word like ${pattern}`);
}

function residentBytes({ pid }: ChildProcess): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

interface Wanted {
  settings?: Record<string, string>;
  /** Puts something into the database before the start. */
  fill?: (db: Database) => Promise<void>;
}

async function fillDatabase(
  place: Parameters<typeof openDatabase>[0],
  fill: (db: Database) => Promise<void>,
): Promise<void> {
  const db = await openDatabase(place, () => {});
  await fill(db).finally(() => db.close());
}

/** The server as `npm start` runs it, apart from who measures it, with an administrator and without anything else. */
export async function startServerProcess({
  settings: own,
  fill,
}: Wanted = {}): Promise<ServerProcess> {
  const installation = await createInstallation({ database: 'migrated' });
  const { dataDir } = installation;
  const settings = { ...installation.settings, ...own };
  if (fill) await fillDatabase({ dataDir, databaseUrl: settings.DATABASE_URL || undefined }, fill);
  const main = new URL('../src/main.ts', import.meta.url);
  const server = startModule(main, [], { ...settings, DATA_DIR: dataDir });
  const [, port] = await lineOf(server, /https?:\/\/\S+:(\d+)/);
  return {
    url: `http://127.0.0.1:${port}`,
    memory: () => residentBytes(server),
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      await installation.remove();
    },
  };
}
