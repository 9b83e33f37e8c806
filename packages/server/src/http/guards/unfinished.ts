import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { httpTexts } from '../../shared/http.texts.ts';
import { type Addresses, networkOf } from '../addresses.ts';
import { refuse } from '../error-handler.ts';

type Gate = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Runs before all present listeners to the server's requests: they get a request when the gate calls `next`. */
export function beforeRequests(server: Server, gate: Gate): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    gate(request, response, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}

/** A request whose body is still coming in. */
interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  sender: string;
  since: number;
  until: number;
}

const isOver = ({ request }: Incoming) => request.complete || request.destroyed;

/** Bodies under way, by sender. Completed ones are dropped at the next look, so that counting costs nothing by itself. */
class IncomingRequests {
  private readonly requests = new Map<IncomingMessage, Incoming>();
  private readonly bySender = new Map<string, Set<Incoming>>();
  private readonly full = new Set<string>();

  /** Some sender has as many as they may. */
  get isAnyFull(): boolean {
    return this.full.size > 0;
  }

  find(request: IncomingMessage): Incoming | undefined {
    return this.requests.get(request);
  }

  /** False when the sender has as many as they may. */
  hasRoom(sender: string): boolean {
    if (this.full.has(sender)) this.forgetOver(this.bySender.get(sender) ?? []);
    return !this.full.has(sender);
  }

  add(one: Incoming, most: number): void {
    const ofSender = this.bySender.get(one.sender) ?? new Set();
    this.bySender.set(one.sender, ofSender);
    ofSender.add(one);
    this.requests.set(one.request, one);
    if (ofSender.size >= most) this.full.add(one.sender);
  }

  remove(one: Incoming): void {
    this.requests.delete(one.request);
    this.full.delete(one.sender);
    const ofSender = this.bySender.get(one.sender);
    ofSender?.delete(one);
    if (ofSender?.size === 0) this.bySender.delete(one.sender);
  }

  /** Takes out those that may not take any longer. */
  takeLate(now: number): Incoming[] {
    this.forgetOver(this.requests.values());
    const late = [...this.requests.values()].filter(({ until }) => now >= until);
    for (const one of late) this.remove(one);
    return late;
  }

  private forgetOver(some: Iterable<Incoming>): void {
    for (const one of some) if (isOver(one)) this.remove(one);
  }
}

export interface UnfinishedLimits {
  /** Time for a whole request of a caller without a session. */
  strangerMs: number;
  /** Bodies under way of one address; of one signed-in person. */
  maxOfAddress: number;
  maxOfPerson: number;
  /** A connection on which nothing has been asked yet counts once it has been silent for so long. */
  silentMs: number;
}

/** Requests that have not come in whole: how long each may take, and how many of them one sender may have. */
export interface Unfinished {
  /** Gives a request of a signed-in caller its own time, counted from its beginning. */
  admit(request: IncomingMessage, person: string, ms: number): void;
  /** The server takes no new connections, and waits for none on which nothing is asked. */
  drain(): void;
  close(): void;
}

const LIMITS: UnfinishedLimits = {
  strangerMs: 10_000,
  maxOfAddress: 100,
  maxOfPerson: 50,
  silentMs: 2_000,
};
const LOOK_EVERY_MS = 1_000;
/** While draining: what was just opened is still going to ask. */
const DRAINED_AFTER_MS = 500;

/** Whether more than its head belongs to a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

type Sent = Pick<Incoming, 'request' | 'response'>;

/** When a request began to come in, and by when it must be whole. */
type Time = Pick<Incoming, 'since' | 'until'>;

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

class RequestWatch implements Unfinished {
  readonly #addresses: Addresses;
  readonly #limits: UnfinishedLimits;
  readonly #incoming = new IncomingRequests();
  readonly #silent = new Map<Socket, number>();
  /** Let in before it was clear whether their requests come in whole. */
  readonly #admitted = new Map<IncomingMessage, Admission>();
  readonly #looking: NodeJS.Timeout;
  #isDraining = false;

  constructor(server: Server, addresses: Addresses, limits: UnfinishedLimits) {
    this.#addresses = addresses;
    this.#limits = limits;
    server.on('connection', (socket) => {
      this.#silent.set(socket, performance.now());
      socket.once('close', () => this.#silent.delete(socket));
    });
    server.prependListener('upgrade', ({ socket }) => this.#silent.delete(socket));
    beforeRequests(server, (request, response, next) => this.#begin(request, response, next));
    this.#looking = setInterval(() => this.#look(performance.now()), LOOK_EVERY_MS).unref();
  }

  admit(request: IncomingMessage, person: string, ms: number): void {
    if (request.complete) return;
    const one = this.#incoming.find(request);
    if (one) {
      this.#incoming.remove(one);
      this.#add(one, person, { since: one.since, until: one.since + ms });
    } else if (hasBody(request)) this.#admitted.set(request, { person, ms });
  }

  drain(): void {
    this.#isDraining = true;
  }

  close(): void {
    clearInterval(this.#looking);
  }

  #begin(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    this.#silent.delete(request.socket);
    if (!hasBody(request)) next();
    else if (this.#isFullFor(request)) {
      setImmediate(() => this.#passWhole(request, response, next));
    } else {
      // Most bodies come in the same breath as their head.
      setImmediate(() => this.#watch(request, response));
      next();
    }
  }

  #isFullFor(request: IncomingMessage): boolean {
    return this.#incoming.isAnyFull && !this.#incoming.hasRoom(this.#addresses.callerOf(request));
  }

  #watch(request: IncomingMessage, response: ServerResponse): void {
    const admission = this.#admitted.get(request);
    if (admission) this.#admitted.delete(request);
    if (request.complete || request.destroyed) return;
    const sent = { request, response };
    const since = performance.now();
    if (admission) this.#add(sent, admission.person, { since, until: since + admission.ms });
    else this.#addStranger(sent, since);
  }

  #add(sent: Sent, person: string, time: Time): void {
    this.#addFor(sent, person, time, this.#limits.maxOfPerson);
  }

  #addStranger(sent: Sent, since: number): void {
    const { strangerMs, maxOfAddress } = this.#limits;
    const time = { since, until: since + strangerMs };
    this.#addFor(sent, this.#addresses.callerOf(sent.request), time, maxOfAddress);
  }

  #addFor({ request, response }: Sent, sender: string, time: Time, max: number): void {
    const sent = { request, response };
    if (this.#incoming.hasRoom(sender)) this.#incoming.add({ ...sent, sender, ...time }, max);
    else hangUp(sent, 429);
  }

  /** A request whose sender has no room left passes if it has come in whole. */
  #passWhole(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    if (request.destroyed) return;
    if (request.complete) next();
    else hangUp({ request, response }, 429);
  }

  #look(now: number): void {
    for (const one of this.#incoming.takeLate(now)) hangUp(one, 408);
    this.#endSilence(now);
  }

  /** Connections that are only held; those that are just being used for the first time are none of them. */
  #endSilence(now: number): void {
    const { silentMs, maxOfAddress } = this.#limits;
    const longestMs = this.#isDraining ? DRAINED_AFTER_MS : silentMs;
    const counts = new Map<string, number>();
    for (const [socket, since] of [...this.#silent].reverse()) {
      if (now - since < longestMs) continue;
      const address = socket.remoteAddress ?? '';
      const network = networkOf(address);
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      const isOneTooMany = count > maxOfAddress && !this.#addresses.isProxy(address);
      if (isOneTooMany || this.#isDraining) socket.destroy();
    }
  }
}

/** Watches every request of the server, and costs nothing to those that come in whole. */
export const limitUnfinished = (
  server: Server,
  addresses: Addresses,
  limits: UnfinishedLimits = LIMITS,
): Unfinished => new RequestWatch(server, addresses, limits);
