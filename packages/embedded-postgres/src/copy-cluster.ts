import { constants, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies the cluster in `folder` into the folder `target`. Nothing may write to it meanwhile. A running engine's is what a
 * power cut would leave: opened, it recovers to the last commit. Where it does not fit nothing is left of it, before the
 * engine writes again.
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
