import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini, S3ServiceError } from 's3mini';
import {
  type ByteRange,
  type Storage,
  StorageError,
  type StoredBytes,
  storing,
} from './storage.ts';

export interface S3Settings {
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

const isMissing = (error: unknown) => error instanceof S3ServiceError && error.status === 404;

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
      const streamed = {
        ...init,
        ...limits,
        body: body.stream().pipeThrough(counted),
        // A store takes no body whose length it does not know.
        headers: { ...headers, 'content-length': String(body.size) },
        duplex: 'half' as const,
      };
      return await fetch(input, streamed);
    } finally {
      clearTimeout(timer);
    }
  };

async function openStored(
  s3: S3mini,
  key: string,
  range?: ByteRange,
): Promise<StoredBytes | undefined> {
  const response = await s3
    .getObjectRaw(key, range === undefined, range?.start, range && range.end + 1)
    .catch((error) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  if (!response?.body) return undefined;
  const size = Number(response.headers.get('content-length'));
  return { bytes: Readable.fromWeb(response.body as ReadableStream), size };
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
        await (blob.size <= LARGEST_PIECE ? s3.putObject(key, blob) : s3.putAnyObject(key, blob));
      }),
    read: (key, range) => storing('read from S3', () => openStored(s3, key, range)),
    copy: (from, to) =>
      storing('copy within S3', async () => {
        try {
          await s3.copyObject(from, to);
          return true;
        } catch (error) {
          if (isMissing(error)) return false;
          throw error;
        }
      }),
    remove: (keys) =>
      storing('remove from S3', async () => {
        if (keys.length > 0 && (await briefly.deleteObjects(keys)).includes(false))
          throw new StorageError('the bucket did not remove all of them');
      }),
    check: () =>
      storing('reach the S3 bucket', async () => {
        if (!(await briefly.bucketExists())) throw new StorageError('the bucket does not answer');
      }),
  };
}
