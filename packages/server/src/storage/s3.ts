import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { S3mini, S3ServiceError } from 's3mini';
import type { Config } from '../config/env.ts';
import { codeOf } from '../shared/errors.ts';
import {
  type ByteRange,
  type Storage,
  StorageError,
  type StoredBytes,
  storing,
  UnsureStorageError,
} from './storage.ts';

interface S3Settings {
  /** With the bucket as its path. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

// For calls that carry no file.
const SHORT_CALL_MS = 5_000;
/** Calls that carry a file take as long as its bytes travel, and end once none has moved for so long. */
const SILENCE_MS = 7_000;
// More than this a store does not take in one piece.
const LARGEST_PIECE = 5 * 2 ** 30;

const LISTED_AT_ONCE = 1_000;

/** A bucket that is not there has lost no file. */
const isMissing = (error: unknown) =>
  error instanceof S3ServiceError && error.status === 404 && !error.body?.includes('NoSuchBucket');

/** A call that ends when neither a byte of its body nor its answer has moved for `silenceMs`. */
const whileMoving =
  (silenceMs: number): typeof fetch =>
  async (input, { body, headers, signal, ...init } = {}) => {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error('no byte moved')), silenceMs);
    const limits = { signal: AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]) };
    try {
      if (!(body instanceof Blob)) return await fetch(input, { ...init, ...limits, body, headers });
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, out) {
          timer.refresh();
          out.enqueue(piece);
        },
      });
      const streamed: RequestInit & { duplex: 'half' } = {
        ...init,
        ...limits,
        body: body.stream().pipeThrough(counted),
        // A store takes no body whose length it does not know.
        headers: { ...headers, 'content-length': String(body.size) },
        duplex: 'half',
      };
      return await fetch(input, streamed);
    } finally {
      clearTimeout(timer);
    }
  };

/** Its bytes, for as long as those that are asked for come. */
function readWhileComing(body: ReadableStream<Uint8Array>, silenceMs: number): Readable {
  const reader = body.getReader();
  return new Readable({
    read() {
      const giveUp = () => this.destroy(new StorageError('no byte came'));
      const timer = setTimeout(giveUp, silenceMs);
      reader
        .read()
        .then(
          ({ value }) => this.push(value ?? null),
          (cause) => this.destroy(new StorageError('cannot read on from S3', { cause })),
        )
        .finally(() => clearTimeout(timer));
    },
    destroy(error, done) {
      reader.cancel().then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

async function openStored(
  s3: S3mini,
  key: string,
  { range, silenceMs }: { range: ByteRange | undefined; silenceMs: number },
): Promise<StoredBytes | undefined> {
  const response = await s3
    .getObjectRaw(key, range === undefined, range?.start, range && range.end + 1)
    .catch((error) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  if (!response?.body) return undefined;
  const size = Number(response.headers.get('content-length'));
  return { bytes: readWhileComing(response.body as ReadableStream<Uint8Array>, silenceMs), size };
}

/** Only a store that refuses (4xx) has surely not taken it: another was given up on the way, by us or by a proxy. */
async function taking<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof S3ServiceError && cause.status < 500) throw cause;
    throw new UnsureStorageError('S3 was given up', { cause });
  }
}

/** Says for each key whether it is gone; for none where the store does not remove several at once. */
async function removeTogether(s3: S3mini, keys: string[]): Promise<boolean[]> {
  try {
    return await s3.deleteObjects(keys);
  } catch (error) {
    if (error instanceof S3ServiceError) return keys.map(() => false);
    throw error;
  }
}

async function removeOne(s3: S3mini, key: string): Promise<void> {
  try {
    await s3.deleteObject(key);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Files in a bucket of an S3-compatible store, under their keys. */
export function storeOnS3(settings: S3Settings, silenceMs = SILENCE_MS): Storage {
  const s3 = new S3mini({ ...settings, fetch: whileMoving(silenceMs) });
  const briefly = new S3mini({ ...settings, requestAbortTimeout: SHORT_CALL_MS });
  return {
    name: 'S3',
    put: (key, path) =>
      storing('write to S3', async () => {
        // Read from the disk while it is sent, never whole in memory.
        const blob = await openAsBlob(path);
        const isOnePiece = blob.size <= LARGEST_PIECE;
        await taking(isOnePiece ? s3.putObject(key, blob) : s3.putAnyObject(key, blob));
      }),
    read: (key, range) => storing('read from S3', () => openStored(s3, key, { range, silenceMs })),
    copy: (from, to) =>
      storing('copy within S3', async () => {
        try {
          await taking(s3.copyObject(from, to));
          return true;
        } catch (error) {
          if (isMissing(error)) return false;
          throw error;
        }
      }),
    async *list() {
      let next: string | undefined;
      do {
        const after = next;
        const page = await storing('list S3', () =>
          briefly.listObjectsPaged('/', '', LISTED_AT_ONCE, after),
        );
        yield (page?.objects ?? []).map(({ Key }) => Key);
        next = page?.nextContinuationToken;
      } while (next !== undefined);
    },
    remove: (keys) =>
      storing('remove from S3', async () => {
        const gone = await removeTogether(briefly, keys);
        // One after the other: the first that fails ends it.
        for (const key of keys.filter((_, index) => !gone[index])) await removeOne(briefly, key);
      }),
    check: () =>
      storing('reach the S3 bucket', async () => {
        if (await briefly.bucketExists()) return;
        // The answer to HEAD gives no reason. The answer to a read of a file does.
        await briefly.getObjectRaw('check');
        throw new StorageError('the bucket does not answer');
      }),
  };
}

// Where every process of the installation finds it: in the folder that they share, or in their store.
const NAME = 'last-backup';

type Settings = Pick<Config, 'dataDir' | 's3'>;

async function markOnDisk(dataDir: string, moment: string): Promise<void> {
  const beside = join(dataDir, `${NAME}-${randomUUID()}`);
  await writeFile(beside, moment, { mode: 0o600 });
  // The command may run as root, and the server must read it.
  const { uid, gid } = await stat(dataDir);
  await chown(beside, uid, gid);
  await rename(beside, join(dataDir, NAME));
}

async function markInStore(store: Storage, moment: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-'));
  try {
    const file = join(folder, NAME);
    await writeFile(file, moment);
    await store.put(NAME, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leaves a mark that a whole backup of that moment was made; a backup is one without it, too. */
export async function noteBackup({ s3, dataDir }: Settings, moment: Date): Promise<void> {
  const written = moment.toISOString();
  const marking = s3 ? markInStore(storeOnS3(s3), written) : markOnDisk(dataDir, written);
  await marking.catch(() => {});
}

async function readMark(storage: Storage, { s3, dataDir }: Settings): Promise<string | undefined> {
  if (s3) {
    const stored = await storage.read(NAME);
    return stored && text(stored.bytes);
  }
  return readFile(join(dataDir, NAME), 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Seconds since the moment of the last whole backup; infinite when there was none. */
export async function findBackupAge(storage: Storage, settings: Settings): Promise<number> {
  const moment = Date.parse((await readMark(storage, settings)) ?? '');
  return Number.isNaN(moment) ? Number.POSITIVE_INFINITY : (Date.now() - moment) / 1000;
}
