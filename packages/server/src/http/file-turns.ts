import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Addresses } from './addresses.ts';

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
 * Of files that everybody may have, an address takes so many at a time, and so fast; its other requests wait, and cost little more than
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
