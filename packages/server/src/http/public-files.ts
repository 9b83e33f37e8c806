import { createHash } from 'node:crypto';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import mime from 'mime';
import type { Addresses } from './addresses.ts';
import { isKnown } from './download.ts';

const EMOJI_IMAGES = 'assets/emojis/';
const BUILT_PAGE = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const ENCODINGS = { br: '.br', gzip: '.gz' };

/** Its hashed assets never change, its entry is asked for anew every time. */
function publicFile(root: string, name: string, names: Set<string>): PublicFile {
  const isHashed = name.startsWith('assets/');
  const compressed = Object.entries(ENCODINGS).flatMap(([encoding, ending]) =>
    names.has(`${name}${ending}`) ? [[encoding, join(root, `${name}${ending}`)]] : [],
  );
  return {
    path: join(root, name),
    cacheControl: isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    compressed: Object.fromEntries(compressed),
  };
}

/** The names of all files below, without the thousands of emoji images. */
function namesIn(root: string, folder = ''): string[] {
  if (folder === EMOJI_IMAGES) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}${entry.name}`;
    if (entry.isDirectory()) return namesIn(root, `${name}/`);
    return entry.isFile() && !entry.name.startsWith('.') ? [name] : [];
  });
}

function filesOf(root: string): Map<string, PublicFile> {
  const names = new Set(namesIn(root));
  const served = [...names].filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(served.map((name) => [`/${name}`, publicFile(root, name, names)]));
}

/** Serves the built page, compressed when it was built. Gives what answers with its entry, where there is a page. */
export async function servePage(
  app: FastifyInstance,
  turns: onRequestHookHandler,
  folder = BUILT_PAGE,
): Promise<FileSender | undefined> {
  if (!existsSync(folder)) return undefined;
  // A newer build puts the link elsewhere; this process goes on with its own.
  const root = realpathSync(folder);
  await serveEmojiImages(app, turns, root);
  const files = filesOf(root);
  const entry = files.get('/index.html');
  if (entry) files.set('/', entry);
  serveFiles(app, files, turns);
  return entry && fileSender(entry);
}

/** By one route instead of one for each of their thousands; they never change either, and are compressed as they are. */
async function serveEmojiImages(
  app: FastifyInstance,
  turns: onRequestHookHandler,
  page: string,
): Promise<void> {
  const root = join(page, EMOJI_IMAGES);
  if (!existsSync(root)) return;
  const serving = { prefix: `/${EMOJI_IMAGES}`, maxAge: '365d', immutable: true };
  await app.register(async (images) => {
    images.addHook('onRequest', turns);
    await images.register(staticFiles, { root, decorateReply: false, ...serving });
  });
}

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

type FileSender = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Gives what answers with the file. */
function fileSender(file: PublicFile): FileSender {
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

type Request = Pick<FastifyRequest, 'raw'>;
type Reply = Pick<FastifyReply, 'raw'>;
/** Calls `done` once the request's turn has come; a hook of Fastify's. */
type Turns = (request: Request, reply: Reply, done: () => void) => void;

/** The answers of one address that are on their way, and the requests that wait for one of them to be through. */
interface Queue {
  underWay: number;
  waiting: Set<() => void>;
}

// More than all browsers of an office take at the same moment.
const MAX_AT_ONCE = 16;
// The pace of one address, so that endless requests do not keep the server busy with nothing else.
const BYTES_A_MS = 4_000;

/**
 * An address takes so many public files at a time, and so fast; its other requests wait, and cost little more than
 * their connections. A caller who does not read holds up nobody at other addresses.
 */
export function takeTurns({ callerOf }: Addresses, most = MAX_AT_ONCE): Turns {
  const queues = new Map<string, Queue>();

  function leave(address: string, queue: Queue): void {
    queue.underWay--;
    const [next] = queue.waiting;
    if (next) next();
    else if (queue.underWay === 0) queues.delete(address);
  }

  function begin(address: string, queue: Queue, { raw }: Reply, done: () => void): void {
    queue.underWay++;
    const begun = performance.now();
    raw.once('close', () => {
      const bytes = Number(raw.getHeader('content-length') ?? 0);
      const leftMs = begun + bytes / BYTES_A_MS - performance.now();
      if (leftMs > 1) setTimeout(leave, leftMs, address, queue).unref();
      else leave(address, queue);
    });
    done();
  }

  return (request, reply, done) => {
    const address = callerOf(request.raw);
    const queue = queues.get(address) ?? { underWay: 0, waiting: new Set() };
    queues.set(address, queue);
    if (queue.underWay < most) {
      begin(address, queue, reply, done);
      return;
    }
    const giveUp = () => queue.waiting.delete(start);
    const start = () => {
      giveUp();
      reply.raw.off('close', giveUp);
      begin(address, queue, reply, done);
    };
    queue.waiting.add(start);
    reply.raw.once('close', giveUp);
  };
}
