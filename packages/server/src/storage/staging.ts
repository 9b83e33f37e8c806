import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findShortage, freeBytes, type Shortage } from './shortage.ts';

/** Where files lie while they arrive and are looked at, before the store gets them. */
export interface Staging {
  /** A folder for one of them; its opener removes it. */
  openFolder(): Promise<string>;
  /** Why none could be taken in now. */
  findShortage(): Promise<Shortage | undefined>;
  /** Takes so much of the disk, for a piece of a file; false where all that is expected would not leave the reserve. */
  takeRoom(bytes: number, expected?: number): Promise<boolean>;
  /** Removes what a crash has left behind: folders last touched before `time`. */
  sweep(time: Date): Promise<void>;
}

const LOOK_MS = 250;

/** Below `root`, which shares its file system with the files on disk, so that storing one is a change of name. */
export function stagingIn(root: string, reserveBytes = 0): Staging {
  // Between two looks at the disk all pieces of all files are counted.
  let left = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    await mkdir(root, { recursive: true });
    left = (await freeBytes(root)) - reserveBytes;
    lookedAt = performance.now();
  }

  return {
    async takeRoom(bytes, expected = bytes) {
      if (reserveBytes === 0) return true;
      if (performance.now() - lookedAt > LOOK_MS) {
        looking ??= look().finally(() => {
          looking = undefined;
        });
        await looking;
      }
      if (left < expected) return false;
      left -= bytes;
      return true;
    },
    async openFolder() {
      const folder = join(root, randomUUID());
      await mkdir(folder, { recursive: true });
      return folder;
    },
    async findShortage() {
      await mkdir(root, { recursive: true });
      return findShortage(root);
    },
    async sweep(time) {
      const names = await readdir(root).catch(() => []);
      for (const name of names) {
        const folder = join(root, name);
        const stats = await stat(folder).catch(() => undefined);
        if (stats && stats.mtime < time) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
