import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import mime from 'mime';
import { isKnown } from './download.ts';

/** A file that everybody may have. Read when it is first asked for and kept, so that many slow readers share one copy. */
export interface PublicFile {
  path: string;
  cacheControl: string;
  /** Where what the build compressed of it lies, by its encoding. */
  compressed?: Record<string, string>;
}

interface LoadedFile {
  etag: string;
  plain: Buffer;
  /** By their encodings, the smallest first. */
  compressed: Map<string, Buffer>;
}

// Below it an answer fits a few packets, compressed or not.
const WORTH_BYTES = 8_192;
const compress = promisify(gzip);
// To hand all of a large file to the system at once would keep everybody else waiting.
const PIECE_BYTES = 128 * 1024;

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    await setImmediate();
  }
}

const inPieces = (bytes: Buffer): Buffer | Readable =>
  bytes.length <= PIECE_BYTES ? bytes : Readable.from(piecesOf(bytes), { objectMode: false });

async function readAll({ path, compressed = {} }: PublicFile): Promise<LoadedFile> {
  const plain = await readFile(path);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  const built = Object.entries(compressed).map(
    async ([encoding, at]): Promise<[string, Buffer]> => [encoding, await readFile(at)],
  );
  const variants = new Map(await Promise.all(built));
  const isText = /^text\/|javascript|json|xml/.test(mime.getType(path) ?? '');
  if (variants.size === 0 && isText && plain.length >= WORTH_BYTES) {
    variants.set('gzip', await compress(plain));
  }
  return { etag, plain, compressed: variants };
}

function typeOf(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

export type FileSender = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Gives what answers with the file. */
export function fileSender(file: PublicFile): FileSender {
  const type = typeOf(file.path);
  let reading: Promise<LoadedFile> | undefined;

  function load(): Promise<LoadedFile> {
    reading ??= readAll(file).catch((error) => {
      reading = undefined;
      throw error;
    });
    return reading;
  }

  return async (request, reply) => {
    const { etag, plain, compressed } = await load();
    reply.headers({ etag, 'cache-control': file.cacheControl, vary: 'accept-encoding' });
    if (isKnown(request, etag)) return reply.status(304).send();
    const accepted = request.headers['accept-encoding'];
    const wanted = accepted === undefined ? null : negotiate(accepted, [...compressed.keys()]);
    const bytes = (wanted && compressed.get(wanted)) || plain;
    if (bytes !== plain) reply.header('content-encoding', wanted);
    reply.type(type).header('content-length', bytes.length);
    return reply.send(inPieces(bytes));
  };
}

/** Serves files under their own addresses, in the turns of `onRequest`. */
export function serveFiles(
  app: FastifyInstance,
  files: Map<string, PublicFile>,
  onRequest: onRequestHookHandler,
): void {
  for (const [url, file] of files) {
    app.get(url, { compress: false, config: { isFile: true }, onRequest }, fileSender(file));
  }
}
