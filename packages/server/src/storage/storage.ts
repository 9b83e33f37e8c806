import type { Readable } from 'node:stream';

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
