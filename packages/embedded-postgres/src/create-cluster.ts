import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { form, sourceImports } from './engine-thread.ts';

const maker = fileURLToPath(new URL(`./make-cluster${form}`, import.meta.url));

// The process runs once, for seconds: to compile the engine well takes longer than the better code saves, and 40 MB more.
const FLAGS = ['--liftoff-only', '--max-semi-space-size=1', '--v8-pool-size=1'];
const MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

export const clusterIn = (folder: string) => join(folder, 'cluster');

/** The folder becomes the cluster by a rename once it is complete. */
export const draftIn = (folder: string, name: string) => join(folder, `cluster.draft-${name}`);

/** The cluster could not be made. A killed process had too little memory, or somebody ended it. */
export class ClusterNotMadeError extends Error {
  override name = 'ClusterNotMadeError';
  readonly wasKilled: boolean;
  constructor(ending: number | NodeJS.Signals, said: string) {
    super(`The database could not be made (${ending})\n${said}`);
    this.wasKilled = typeof ending === 'string';
  }
}

/**
 * Makes the cluster in `folder` if absent, in a process of its own, whose end frees all memory of this work. The caller
 * has the folder's lock.
 *
 * @param imports modules that the process loads first
 */
export async function ensureCluster(folder: string, imports: URL[] = []): Promise<void> {
  if (existsSync(clusterIn(folder))) return;
  await removeDrafts(folder);
  const loaded = [...sourceImports, ...imports].flatMap((url) => ['--import', url.href]);
  const child = spawn(process.execPath, [...FLAGS, ...loaded, maker, folder], {
    env: { ...process.env, ...MEMORY, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const [[code, signal], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  process.off('exit', kill);
  if (code !== 0) throw new ClusterNotMadeError(code ?? signal, said);
}

// After a kill, the process's child still writes for a moment, until its draft is gone.
async function removeDrafts(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('cluster.draft'));
  const options = { recursive: true, force: true, maxRetries: 10 };
  for (const name of names) await rm(join(folder, name), options);
}
