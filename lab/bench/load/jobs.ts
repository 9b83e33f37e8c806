import type { Beside } from './processor.ts';

/** The jobs of the load generator, and its answers. The generator runs in a process of its own. */

export interface Caller {
  token: string;
  userId: string;
}

/** A place to write to, and who writes there. */
export interface Target {
  path: string;
  token: string;
  /** The person who receives the message, where the time until then is measured. */
  receiver?: Caller;
}

/** Steady sending, one message each 1/`rate` s whatever the answers take. */
export interface PacedJob {
  kind: 'paced';
  wire: Wire;
  url: string;
  places: Target[];
  rate: number;
  seconds: number;
  /** Messages that come first and are not measured; a few by default. */
  warmUp?: number;
  /** Receivers answer as the page does, half of them `seen`, half `delivered`. */
  withReceipts?: boolean;
  /** People beside those who receive, each with a page open. */
  pages?: Caller[];
  /** The programs whose processor time is counted apart. */
  beside?: Beside[];
}

/** Sending without a pace: each sender's next message comes as soon as the last one is answered. */
export interface FloodJob {
  kind: 'flood';
  url: string;
  places: Target[];
  senders: number;
  seconds: number;
  /** Ends after so many, if that is sooner. */
  messages?: number;
}

/** Gets paths, so many at once. */
export interface ReadJob {
  kind: 'read';
  url: string;
  requests: { path: string; token: string; body?: object }[];
  /** As which the answers may come compressed; as they are if nothing is said. */
  encoding?: string;
  readers: number;
  seconds: number;
}

/** Gets each path once, one after the other: the first of each list, then the second of each, and so on. */
export interface OnceJob {
  kind: 'once';
  url: string;
  /** Come first, and are not measured. */
  warmUp: Target[];
  lists: Target[][];
}

/** Steady sending of messages that hold a word of their own; some are looked for as soon as they are answered. */
export interface FindJob {
  kind: 'find';
  url: string;
  places: Target[];
  rate: number;
  seconds: number;
  /** Messages that are looked for each second. */
  lookedFor: number;
}

/** The server that sockets speak to: the product, a bare Socket.IO, or WebSockets alone. */
export type Wire = 'chat' | 'socket.io' | 'ws';

/** People listen, and somebody writes. */
export interface CrowdJob {
  kind: 'crowd';
  wire: Wire;
  url: string;
  /** The servers whose processor time is counted; the one at `url` unless they are behind a proxy. */
  processes?: string[];
  /** The programs whose processor time is counted apart. */
  beside?: Beside[];
  listeners: Caller[];
  /** Each in turn is written to. */
  places: Target[];
  /** Listeners that receive each message. */
  hearers: number;
  messages: number;
  everyMs: number;
  /** People who write at once, each the next message as soon as the last one is answered and its time has come. */
  writers: number;
  /** Each answers what it hears as the page does, half of them `seen`, half `delivered`. */
  withReceipts: boolean;
}

/** Sockets that do nothing but beat, then all lose their connection at once. */
export interface IdleJob {
  kind: 'idle';
  wire: Wire;
  url: string;
  listeners: Caller[];
  /** For how long the server's processor time is counted. */
  seconds: number;
  /** For how long nothing happens before; some seconds if nothing is said. */
  restSeconds?: number;
  /** The programs whose processor time is counted too. */
  beside?: Beside[];
}

export interface Times {
  /** ms each. */
  samples: number[];
  perSecond: number;
  failed: number;
}

export interface Answers {
  paced: {
    answered: Times;
    received: Times;
    /** The server's processor time meanwhile, ms. */
    cpuMs: number;
    /** In the order of the job's `beside`. */
    besideMs: number[];
    /** The longest that the server's event loop was held up meanwhile. */
    blockedMs: number;
  };
  flood: Times;
  /** One for each list. */
  once: Times[];
  /** From the answer until a search gives it. */
  find: { answered: Times; found: Times };
  /** `length`: of an answer, on average, in characters; `cpuMs`: the server's processor time for one of them. */
  read: Times & { length: number; cpuMs: number };
  crowd: {
    /** From the sending to the last one's hearing, ms each. */
    last: number[];
    deliveries: number;
    perSecond: number;
    /** The server's processor time, ms. */
    cpuMs: number;
    generatorMs: number;
    /** In the order of the job's `beside`. */
    besideMs: number[];
  };
  idle: {
    bytesEach: number;
    /** The processor time of the server and of what is beside it, as a share of one processor. */
    processor: number;
    /** The whole server's, with all of them there, and when all are back. */
    bytes: number;
    bytesBack: number;
    backMs: number;
  };
}

export type Job = PacedJob | FloodJob | ReadJob | OnceJob | FindJob | CrowdJob | IdleJob;
