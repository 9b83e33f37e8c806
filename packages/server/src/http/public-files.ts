import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Addresses } from './addresses.ts';

const BUILT_PAGE = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
// Files below it have their content's hash in their names, or a version.
const ASSETS = 'assets/';
const IMMUTABLE = { cacheControl: true, maxAge: '365d', immutable: true };

/**
 * Registers the library that sends files from the disk, as the build has compressed them. Browsers revalidate all but the
 * immutable assets.
 */
export async function registerStaticFiles(app: FastifyInstance): Promise<void> {
  await app.register(staticFiles, {
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response) {
      response.setHeader('cache-control', 'no-cache');
      response.setHeader('vary', 'accept-encoding');
    },
  });
}

type FileSender = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Serves at `url` what `send` sends; `throttle` holds back who asks too much. */
export function servePublicly(
  app: FastifyInstance,
  url: string,
  throttle: onRequestHookHandler,
  send: FileSender,
): void {
  app.get(url, { compress: false, config: { isFile: true }, onRequest: throttle }, send);
}

/** The names of all files below, without hidden ones and without what the build compressed. */
function namesBelow(root: string, folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const served = entries.filter(({ name }) => !/^\.|\.(br|gz)$/.test(name));
  return served.flatMap((entry) => {
    const name = folder + entry.name;
    // The folders of emojis are symbolic links.
    return entry.isFile() ? [name] : namesBelow(root, `${name}/`);
  });
}

/** Serves the built page. Returns what sends its index.html; undefined if no page was built. */
export function servePage(
  app: FastifyInstance,
  throttle: onRequestHookHandler,
  folder = BUILT_PAGE,
): FileSender | undefined {
  if (!existsSync(folder)) return undefined;
  // `dist` is a symbolic link, which a newer build changes: this process goes on with its own files.
  const root = realpathSync(folder);
  const names = new Set(namesBelow(root));
  const sendIndexHtml: FileSender = (_, reply) => reply.sendFile('index.html', root);
  const urls = new Set(['/', ...[...names].map((name) => `/${name.replace(/\/.*/, '/*')}`)]);
  for (const url of urls) {
    servePublicly(app, url, throttle, (request, reply) => {
      const { '*': rest = '' } = Object(request.params);
      const name = url.slice(1).replace('*', () => rest);
      // The library would answer for a missing file, and the index.html would be a second answer.
      if (!names.has(name)) return sendIndexHtml(request, reply);
      return reply.sendFile(name, root, name.startsWith(ASSETS) ? IMMUTABLE : {});
    });
  }
  return sendIndexHtml;
}

type Request = Pick<FastifyRequest, 'raw'>;
type Reply = Pick<FastifyReply, 'raw'>;
/** A hook of Fastify's: calls `done` once the request may go on. */
type Throttle = (request: Request, reply: Reply, done: () => void) => void;

/** The answers in progress of one address, and the requests that wait for one of them to end. */
interface Queue {
  inProgress: number;
  waiting: Set<() => void>;
}

// More than all browsers of an office take at the same moment.
const MAX_AT_ONCE = 16;
// The rate of one address, so that endless requests do not keep the server busy with nothing else.
const BYTES_PER_MS = 4_000;

/**
 * Each address may have `max` answers in progress, at a rate of `BYTES_PER_MS`. Further requests wait, and cost little
 * more than their connections. A caller who does not read holds up nobody at other addresses.
 */
export function throttleByAddress({ callerOf }: Addresses, max = MAX_AT_ONCE): Throttle {
  const queues = new Map<string, Queue>();

  function leave(address: string, queue: Queue): void {
    queue.inProgress--;
    const [next] = queue.waiting;
    if (next) next();
    else if (queue.inProgress === 0) queues.delete(address);
  }

  function begin(address: string, queue: Queue, { raw }: Reply, done: () => void): void {
    queue.inProgress++;
    const begun = performance.now();
    raw.once('close', () => {
      const bytes = Number(raw.getHeader('content-length') ?? 0);
      // A fast reader keeps the place for as long as the file takes at the rate.
      const leftMs = begun + bytes / BYTES_PER_MS - performance.now();
      if (leftMs > 1) setTimeout(leave, leftMs, address, queue).unref();
      else leave(address, queue);
    });
    done();
  }

  return (request, reply, done) => {
    const address = callerOf(request.raw);
    const queue = queues.get(address) ?? { inProgress: 0, waiting: new Set() };
    queues.set(address, queue);
    if (queue.inProgress < max) {
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
