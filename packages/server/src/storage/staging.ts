import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../shared/errors.ts';

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

/** Resources that can run out while a file is written or opened. */
type Shortage = 'disk' | 'descriptors';

const NO_ROOM = /^(ENOSPC|EDQUOT)$/;
const NO_DESCRIPTORS = /^(EMFILE|ENFILE)$/;
// With less than this no picture fits any more.
const MIN_FREE_BYTES = 2 ** 20;

/** The shortage that a failure, or its cause, tells of. */
export function shortageOf(error: unknown): Shortage | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (NO_ROOM.test(code)) return 'disk';
  if (NO_DESCRIPTORS.test(code)) return 'descriptors';
  return shortageOf(error.cause);
}

export async function freeBytes(folder: string): Promise<number> {
  return (await roomIn(folder)).free;
}

/** The free room for us on the folder's disk, and its whole size, in bytes. */
export async function roomIn(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Why nothing new can be stored in `folder`; it writes nothing to find out, since anybody may ask. */
async function findShortage(folder: string): Promise<Shortage | undefined> {
  try {
    const handle = await open(folder, 'r');
    await handle.close();
    const { bavail, bsize, files, ffree } = await statfs(folder);
    // Some file systems make as many as are wanted, and count none.
    const isWithoutNames = files > 0 && ffree === 0;
    return bavail * bsize < MIN_FREE_BYTES || isWithoutNames ? 'disk' : undefined;
  } catch (error) {
    const shortage = shortageOf(error);
    if (shortage) return shortage;
    throw error;
  }
}
