import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findShortage, type Shortage } from './shortage.ts';

/** Where files lie while they arrive and are looked at, before the store gets them. */
export interface Staging {
  /** A folder for one of them; its opener removes it. */
  openFolder(): Promise<string>;
  /** Why none could be taken in now. */
  findShortage(): Promise<Shortage | undefined>;
  /** Removes what a crash has left behind: folders last touched before `time`. */
  sweep(time: Date): Promise<void>;
}

/** Below `root`, which shares its file system with the files on disk, so that storing one is a change of name. */
export function stagingIn(root: string): Staging {
  return {
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
