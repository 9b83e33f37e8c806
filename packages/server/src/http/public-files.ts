import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Addresses } from './addresses.ts';

const BUILT_PAGE = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
// Files below it have their content's hash in their names, or a version.
const ASSETS = 'assets/';
const FOR_GOOD = { cacheControl: true, maxAge: '365d', immutable: true };

/** Sends files from the disk, as the build has compressed them. Browsers ask anew for each that is not kept for good. */
export async function sendPublicFiles(app: FastifyInstance): Promise<void> {
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

/** Serves what `send` sends, in the turns of `onRequest`. */
export function servePublicly(
  app: FastifyInstance,
  url: string,
  onRequest: onRequestHookHandler,
  send: FileSender,
): void {
  app.get(url, { compress: false, config: { isFile: true }, onRequest }, send);
}

/** The names of all files below, without hidden ones and without what the build compressed. */
function namesBelow(root: string, folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const served = entries.filter(({ name }) => !/^\.|\.(br|gz)$/.test(name));
  return served.flatMap((entry) => {
    const name = folder + entry.name;
    // The folders of emojis are links.
    return entry.isFile() ? [name] : namesBelow(root, `${name}/`);
  });
}

/** Serves the built page. Gives what answers with its entry, where there is a page. */
export function servePage(
  app: FastifyInstance,
  turns: onRequestHookHandler,
  folder = BUILT_PAGE,
): FileSender | undefined {
  if (!existsSync(folder)) return undefined;
  // A newer build puts the link elsewhere; this process goes on with its own.
  const root = realpathSync(folder);
  const names = new Set(namesBelow(root));
  const sendEntry: FileSender = (_, reply) => reply.sendFile('index.html', root);
  const urls = new Set(['/', ...[...names].map((name) => `/${name.replace(/\/.*/, '/*')}`)]);
  for (const url of urls) {
    servePublicly(app, url, turns, (request, reply) => {
      const { '*': rest = '' } = Object(request.params);
      const name = url.slice(1).replace('*', () => rest);
      // To have the library look for what is not there would answer twice.
      if (!names.has(name)) return sendEntry(request, reply);
      return reply.sendFile(name, root, name.startsWith(ASSETS) ? FOR_GOOD : {});
    });
  }
  return sendEntry;
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
