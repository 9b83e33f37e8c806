import { constants, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies the cluster in `folder` into the folder `target`; nothing may write to the cluster meanwhile. A copy of a
 * running engine's cluster is like the state after a power cut: on opening, it recovers to the last commit. A copy that
 * does not fit is removed before the engine writes again.
 */
export function copyCluster(folder: string, target: string): void {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const mode = constants.COPYFILE_FICLONE;
  try {
    cpSync(join(folder, 'cluster'), join(target, 'cluster'), { recursive: true, mode });
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}
