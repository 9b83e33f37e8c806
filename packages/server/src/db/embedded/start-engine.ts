import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DurableNodeFs } from './durable-node-fs.ts';

/** PGlite's own defaults, which it would otherwise start with, less `-F` (no fsync) and plus what a server wants. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // The engine's default, fdatasync, never reaches the file system.
    wal_sync_method: 'fsync',
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: '32MB',
    shared_buffers: '64MB',
    timezone: 'UTC',
    // Compiling a query to machine code is not possible inside WebAssembly.
    jit: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Starts PostgreSQL on the cluster in `folder`, which is first made when absent. */
export async function startEngine(
  folder: string,
  onStderr: (line: string) => void,
): Promise<PGlite> {
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster)) await createCluster(folder, cluster);
  return startOn(cluster, onStderr);
}

/** Made under another name and renamed when safely on disk, so that a crash never leaves half a cluster to open. */
async function createCluster(folder: string, cluster: string): Promise<void> {
  const draft = join(folder, 'cluster.draft');
  rmSync(draft, { recursive: true, force: true });
  await (await startOn(draft)).close();
  fsyncTree(draft);
  renameSync(draft, cluster);
  fsyncPath(folder);
}

async function startOn(cluster: string, onStderr = (_line: string) => {}): Promise<PGlite> {
  const engine = new RawEngine({
    fs: new DurableNodeFs(cluster),
    startParams: START_PARAMS,
    onStderr: (line) => {
      onStderr(line);
      return false;
    },
  });
  await engine.waitReady;
  return engine;
}

/** `pg` does the parsing of values, so PGlite need not spend a quarter of the start on learning the array types. */
class RawEngine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}

function fsyncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) fsyncTree(path);
    else fsyncPath(path);
  }
  fsyncPath(folder);
}

function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
