import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import type { Settings } from '../baselines/serve.ts';

/** Where databases come from; each server and each baseline is given one of its own. */
export interface Engine {
  name: 'PostgreSQL' | 'embedded';
  newDatabase(): Promise<Settings>;
  /** The process id of a server's main process. */
  pid?: number | undefined;
  stop(): Promise<void>;
}

// Acknowledged data are on disk, as in a real installation.
export const durable = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'max_wal_size=4GB',
];

export async function startServerEngine(): Promise<Engine> {
  const cluster = await startPostgres(durable);
  let count = 0;
  return {
    name: 'PostgreSQL',
    pid: cluster.pid,
    async newDatabase() {
      const name = `bench_${++count}`;
      const client = new pg.Client({ connectionString: cluster.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return { databaseUrl: cluster.url.replace(/\/postgres$/, `/${name}`) };
    },
    stop: () => cluster.stop(),
  };
}

export function openEmbeddedEngine(): Engine {
  const folders: string[] = [];
  return {
    name: 'embedded',
    async newDatabase() {
      const dataDir = await mkdtemp(join(tmpdir(), 'web-chat-bench-'));
      folders.push(dataDir);
      return { dataDir };
    },
    async stop() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}
