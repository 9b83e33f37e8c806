import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableNodeFs } from './durable-node-fs.ts';

/** The engine allocates this memory at the start. Further pages stay in the machine's own file cache. */
export const ENGINE_BUFFERS = '16MB';

/** PGlite's own defaults, which this list replaces, without `-F` (no fsync) and with a server's additions. */
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
    shared_buffers: ENGINE_BUFFERS,
    timezone: 'UTC',
    // Compiling a query to machine code is not possible inside WebAssembly.
    jit: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Starts PostgreSQL on the cluster in `folder`. */
export async function startEngine(
  folder: string,
  onStderr: (line: string) => void,
): Promise<PGlite> {
  const engine = new RawEngine({
    fs: new DurableNodeFs(join(folder, 'cluster')),
    startParams: START_PARAMS,
    extensions: { pg_trgm },
    onStderr: (line) => {
      onStderr(line);
      return false;
    },
  });
  await engine.waitReady;
  return engine;
}

/** `pg` parses the values, so PGlite need not spend a quarter of the start on learning the array types. */
class RawEngine extends PGlite {
  override async _initArrayTypes(): Promise<void> {}
}
