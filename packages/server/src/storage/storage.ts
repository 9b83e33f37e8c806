import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '../shared/errors.ts';

/** Both ends included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBytes {
  bytes: Readable;
  /** How many are coming. */
  size: number;
}

/** Where the bytes of files lie: a folder, or an S3-compatible store. Every failure is a StorageError. */
export interface Storage {
  /** As the health of the installation names it. */
  readonly name: string;
  /** Takes over the file at `path`, which is gone or useless afterwards; durable before it resolves. */
  put(key: string, path: string): Promise<void>;
  /** Undefined when nothing lies there. */
  read(key: string, range?: ByteRange): Promise<StoredBytes | undefined>;
  /** Copies the file under `from` to `to`, durable before it resolves; false when there is no file. */
  copy(from: string, to: string): Promise<boolean>;
  /** The keys of all that lies there, some at a time. */
  list(): AsyncIterable<string[]>;
  /** All of them together. Removing a file that is not there is no error. */
  remove(keys: string[]): Promise<void>;
  /** Throws when nothing could be stored now. */
  check(): Promise<void>;
}

/** The store failed; the cause is for the log. */
export class StorageError extends Error {}

/** Nobody knows whether the store took it, or will yet. */
export class UnsureStorageError extends StorageError {}

/** Runs one step of a store; every failure becomes a StorageError. */
export async function storing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof UnsureStorageError) throw cause;
    throw new StorageError(`cannot ${what}`, { cause });
  }
}

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
