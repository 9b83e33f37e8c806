import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { clusterIn, draftIn } from './create-cluster.ts';
import { DraftFs } from './draft-fs.ts';
import { shrinkEngineMemory } from './shrink-engine-memory.ts';
import { ENGINE_BUFFERS } from './start-engine.ts';

async function make(draft: string): Promise<void> {
  const buffers = ['-c', `shared_buffers=${ENGINE_BUFFERS}`];
  const engine = new PGlite({
    fs: new DraftFs(draft),
    initDbStartParams: buffers,
    startParams: [...PGlite.defaultStartParams, ...buffers],
  });
  await engine.waitReady;
  await engine.close();
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

// The process of `ensureCluster`. The cluster is made under another name and renamed when safely on disk, so that a
// crash never leaves half a cluster.
const [, , folder = ''] = process.argv;
const draft = draftIn(folder, `${process.pid}`);
shrinkEngineMemory();
mkdirSync(draft, { mode: 0o700 });
await make(draft);
fsyncTree(draft);
renameSync(draft, clusterIn(folder));
fsyncPath(folder);
