import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system that a test can fill. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk up to so many free bytes. */
  fill(except?: number): void;
  clear(): void;
  /** In bytes. */
  free(): number;
  makeReadOnly(isReadOnly: boolean): void;
  remove(): void;
}

/** Undefined if this user may not mount a file system; one line of output says so. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'web-chat-test', folder];
  if (spawnSync('mount', options).status !== 0) {
    rmSync(folder, { recursive: true });
    console.log('No file system can be mounted here: a full disk is not tried.');
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(except = 0) {
      rmSync(ballast, { force: true });
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - except));
    },
    free() {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    },
    clear: () => rmSync(ballast, { force: true }),
    makeReadOnly(isReadOnly) {
      spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]);
    },
    remove() {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
