import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Addresses } from './addresses.ts';

/** The answers of one address that are on their way, and the requests that wait for one of them to be through. */
interface Line {
  underWay: number;
  waiting: Set<() => void>;
}

// More than all browsers of an office take at the same moment.
const MAX_AT_ONCE = 16;
// The pace of one address, so that endless requests do not keep the server busy with nothing else.
const BYTES_A_MS = 4_000;

/**
 * Of files that everybody may have, an address takes so many at a time, and so fast; its other requests wait, and cost little more than
 * their connections. Who takes nothing from the line so holds up nobody elsewhere.
 */
export function takeTurns({ callerOf }: Addresses, most = MAX_AT_ONCE): onRequestHookHandler {
  const lines = new Map<string, Line>();

  function leave(address: string, line: Line): void {
    line.underWay--;
    const [next] = line.waiting;
    if (next) next();
    else if (line.underWay === 0) lines.delete(address);
  }

  function begin(address: string, line: Line, { raw }: FastifyReply, done: () => void): void {
    line.underWay++;
    const begun = performance.now();
    raw.once('close', () => {
      const bytes = Number(raw.getHeader('content-length') ?? 0);
      const leftMs = begun + bytes / BYTES_A_MS - performance.now();
      if (leftMs > 1) setTimeout(leave, leftMs, address, line).unref();
      else leave(address, line);
    });
    done();
  }

  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const address = callerOf(request.raw);
    const line = lines.get(address) ?? { underWay: 0, waiting: new Set() };
    lines.set(address, line);
    if (line.underWay < most) {
      begin(address, line, reply, done);
      return;
    }
    const giveUp = () => line.waiting.delete(start);
    const start = () => {
      giveUp();
      reply.raw.off('close', giveUp);
      begin(address, line, reply, done);
    };
    line.waiting.add(start);
    reply.raw.once('close', giveUp);
  };
}
