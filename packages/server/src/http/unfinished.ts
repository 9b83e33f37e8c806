import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { httpTexts } from '../shared/http.texts.ts';
import type { Addresses } from './addresses.ts';
import { beforeRequests } from './before-requests.ts';
import { refuse } from './client-error.ts';
import { type Incoming, IncomingRequests } from './incoming.ts';

export interface UnfinishedLimits {
  /** Time for a whole request of a caller without a session. */
  strangerMs: number;
  /** Bodies under way of one address; of one signed-in person. */
  mostOfAddress: number;
  mostOfPerson: number;
  /** A connection on which nothing has been asked yet counts once it has been silent for so long. */
  silentMs: number;
}

/** Requests that have not come in whole: how long each may take, and how many of them one sender may have. */
export interface Unfinished {
  /** Gives a request of a signed-in caller its own time, counted from its beginning. */
  admit(request: IncomingMessage, person: string, ms: number): void;
  close(): void;
}

const LIMITS: UnfinishedLimits = {
  strangerMs: 10_000,
  mostOfAddress: 100,
  mostOfPerson: 50,
  silentMs: 2_000,
};
const LOOK_EVERY_MS = 1_000;

/** Whether more than its head belongs to a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

type Sent = Pick<Incoming, 'request' | 'response'>;

interface Admission {
  person: string;
  ms: number;
}

function hangUp({ request, response }: Sent, status: 408 | 429): void {
  const text = status === 408 ? httpTexts.tooSlow : httpTexts.tooManyRequests;
  // A response may have begun already.
  if (response.headersSent) request.socket.destroy();
  else refuse(request.socket, status, text);
}

/** Watches every request of the server, and costs nothing to those that come in whole. */
export function limitUnfinished(
  server: Server,
  { callerOf, isProxy }: Addresses,
  limits: UnfinishedLimits = LIMITS,
): Unfinished {
  const incoming = new IncomingRequests();
  const silent = new Map<Socket, number>();

  // Let in before it was clear whether their requests come in whole.
  const admitted = new Map<IncomingMessage, Admission>();

  function add(sent: Sent, sender: string, since: number, until: number, most: number): void {
    if (incoming.hasRoom(sender)) incoming.add({ ...sent, sender, since, until }, most);
    else hangUp(sent, 429);
  }

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const admission = admitted.get(request);
    if (admission) admitted.delete(request);
    if (request.complete || request.destroyed) return;
    const since = performance.now();
    if (admission) {
      const { person, ms } = admission;
      add({ request, response }, person, since, since + ms, limits.mostOfPerson);
    } else {
      const until = since + limits.strangerMs;
      add({ request, response }, callerOf(request), since, until, limits.mostOfAddress);
    }
  }

  /** Whose sender has no room passes if it has come in whole. */
  function passWhole(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    if (request.destroyed) return;
    if (request.complete) next();
    else hangUp({ request, response }, 429);
  }

  /** Connections that are only held; those that are just being used for the first time are none of them. */
  function endSilence(now: number): void {
    const counts = new Map<string, number>();
    for (const [socket, since] of [...silent].reverse()) {
      if (now - since < limits.silentMs) continue;
      const address = socket.remoteAddress ?? '';
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      if (count > limits.mostOfAddress && !isProxy(address)) socket.destroy();
    }
  }

  server.on('connection', (socket) => {
    silent.set(socket, performance.now());
    socket.once('close', () => silent.delete(socket));
  });
  server.prependListener('upgrade', ({ socket }) => silent.delete(socket));
  beforeRequests(server, (request, response, next) => {
    silent.delete(request.socket);
    if (!hasBody(request)) next();
    else if (incoming.isAnyFull && !incoming.hasRoom(callerOf(request))) {
      setImmediate(passWhole, request, response, next);
    } else {
      // Most bodies come in the same breath as their head.
      setImmediate(watch, request, response);
      next();
    }
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const one of incoming.takeLate(now)) hangUp(one, 408);
    endSilence(now);
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    admit(request, person, ms) {
      if (request.complete) return;
      const one = incoming.find(request);
      if (one) {
        incoming.remove(one);
        add(one, person, one.since, one.since + ms, limits.mostOfPerson);
      } else if (hasBody(request)) admitted.set(request, { person, ms });
    },
    close: () => clearInterval(timer),
  };
}
