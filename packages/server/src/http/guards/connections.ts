import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Addresses } from '../addresses.ts';
import { beforeRequests, limitUnfinished, type Unfinished } from './unfinished.ts';

/** Limits requests that are not finished and answers that are not read. Call it after all listeners to requests were added. */
export function guardConnections(server: Server, addresses: Addresses): Unfinished {
  const open = openConnections(server);
  const unfinished = limitUnfinished(server, addresses);
  answerOneByOne(server, open, addresses);
  const stalledWrites = cutStalledWrites(open);
  return {
    admit: (request, person, ms) => unfinished.admit(request, person, ms),
    drain: () => unfinished.drain(),
    close() {
      unfinished.close();
      stalledWrites.close();
    },
  };
}

/** The server's open connections from now on, oldest first. */
export function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

// Neither a browser nor a proxy asks for anything before it has the last answer.
const MAX_AHEAD = 8;
// An address that goes on after so many times is not listened to for a while: even to hang up costs time.
const MAX_TIMES = 20;
const DEAF_MS = 10_000;

interface Offender {
  times: number;
  until: number;
}

/** Addresses that pipelined too much. Trusted proxies are never among them. */
function createOffenders(open: ReadonlySet<Socket>, isProxy: Addresses['isProxy']) {
  const offenders = new Map<string, Offender>();

  /** Connections that have said nothing yet would say the same. */
  function endFresh(address: string): void {
    for (const socket of open) {
      if (socket.bytesRead === 0 && socket.remoteAddress === address) socket.destroy();
    }
  }

  return {
    count({ remoteAddress: address }: Socket): void {
      if (address === undefined || isProxy(address)) return;
      const now = performance.now();
      for (const [each, { until }] of offenders) if (now >= until) offenders.delete(each);
      const times = (offenders.get(address)?.times ?? 0) + 1;
      offenders.set(address, { times, until: now + DEAF_MS });
      if (times === MAX_TIMES) endFresh(address);
    },
    has({ remoteAddress: address }: Socket): boolean {
      const offender = offenders.size === 0 ? undefined : offenders.get(address ?? '');
      if (!offender || offender.times < MAX_TIMES) return false;
      return performance.now() < offender.until;
    },
  };
}

/**
 * Answers the requests of each connection one by one: one that comes before the last is answered waits, and costs nothing
 * meanwhile. A caller who sends too many ahead is disconnected.
 */
export function answerOneByOne(
  server: Server,
  open: ReadonlySet<Socket>,
  { isProxy }: Addresses,
): void {
  const waiting = new WeakMap<Socket, number>();
  const offenders = createOffenders(open, isProxy);

  function wait({ socket }: IncomingMessage, response: ServerResponse, next: () => void): void {
    const ahead = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, ahead);
    if (ahead > MAX_AHEAD) {
      socket.destroy();
      offenders.count(socket);
      return;
    }
    // Node gives the connection to an answer once those before it are through.
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      process.nextTick(next);
    });
  }

  server.prependListener('connection', (socket) => {
    if (offenders.has(socket)) socket.destroy();
  });
  beforeRequests(server, (request, response, next) => {
    if (request.socket.destroyed) return;
    if (response.socket !== null) next();
    else wait(request, response, next);
  });
}

/** Node's figures for a socket: bytes given to the system, and bytes of them not yet sent. */
interface SocketInternals extends Socket {
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
}

/** Bytes that the line has taken of all that was written to a socket; undefined once the socket is closed. */
export function bytesTaken({ _handle: handle }: SocketInternals): number | undefined {
  return handle ? handle.bytesWritten - handle.writeQueueSize : undefined;
}

interface Stall {
  /** How much the line had taken by then. */
  taken: number;
  since: number;
}

const MAX_MS = 30_000;
const LOOK_EVERY_MS = 1_000;

/** Ends connections whose other end takes nothing of what waits for it, answers and frames alike, however much it sends itself. */
export function cutStalledWrites(open: ReadonlySet<Socket>, longestMs = MAX_MS): { close(): void } {
  const stalls = new WeakMap<Socket, Stall>();

  function look(socket: Socket, now: number): void {
    if (socket.writableLength === 0) return;
    const taken = bytesTaken(socket);
    if (taken === undefined) return;
    const stall = stalls.get(socket);
    if (stall?.taken !== taken) stalls.set(socket, { taken, since: now });
    else if (now - stall.since >= longestMs) socket.destroy();
  }

  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const socket of open) look(socket, now);
    },
    Math.min(LOOK_EVERY_MS, longestMs / 2),
  );
  timer.unref();
  return { close: () => clearInterval(timer) };
}
