import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Caller, Target } from './jobs.ts';
import type { Beside } from './processor.ts';

/*
 * The pages of a whole company, in a process of their own, which takes one step after the other: between two of them the
 * server may be started anew.
 */

export interface CompanyPage extends Caller {
  /** The address it calls from. */
  address: string;
  /** The path of the chat list that it shows, and the chat of which that must show the newest message. */
  list: string;
  shownChat: string;
  /** The paths that it reads beside its list when it is back. */
  beside: string[];
}

/** A chat with somebody who writes there. */
export interface WrittenChat extends Target {
  chatId: string;
}

export interface CompanyJob {
  url: string;
  pages: CompanyPage[];
  /** Everybody's chat; the first page is its writer's. */
  general: WrittenChat;
  /** The chats that lists show. */
  shown: WrittenChat[];
  /** Other chats, between two each. */
  directs: Target[];
  database: Beside;
}

export type Step =
  /** Opens all pages. */
  | { kind: 'open'; job: CompanyJob }
  /** Writes some messages to everybody, while others write to each other. */
  | { kind: 'general'; messages: number; everyMs: number; rate: number }
  /** The server is about to be lost. */
  | { kind: 'beforeLoss' }
  /** The server is there again. */
  | { kind: 'afterLoss'; rate: number }
  /** The network is away for so long. */
  | { kind: 'cut'; seconds: number; rate: number };

export interface Answers {
  open: { seconds: number; bytesEach: number; bytes: number };
  general: Spread;
  beforeLoss: null;
  afterLoss: Comeback;
  cut: Comeback;
}

/** Messages to everybody, and what others felt. */
export interface Spread {
  /** Until the last page had it, and until the writer knew that all had it, ms each; infinite where that did not come. */
  last: number[];
  receipts: number[];
  /** Pages that did not get a message. */
  missing: number;
  /** Others' sends, ms each. */
  quiet: number[];
  meanwhile: number[];
  refused: number;
  /** The delays of the server's event loop, ms. */
  lag: { quietP99: number; p99: number; longest: number };
}

type Reasons = Map<string, number>;

/** Counted from the moment at which the server was there again. */
export interface Comeback {
  /** Until the last page, and until half of them, were back with their lists, ms; infinite where one never was. */
  backMs: number;
  halfMs: number;
  missing: number;
  /** The processor time of server and database for each page until then, ms. */
  serverMsEach: number;
  databaseMsEach: number;
  /** The longest delay of the event loop until then, ms: the server's, and that of the pages' process. */
  lag: { server: number; pages: number };
  refusedSockets: Reasons;
  refusedReads: Reasons;
  untrueLists: number;
  lostAgain: number;
  /** All losses, the first of each page among them. */
  losses: Reasons;
  firstSendMs: number;
  /** Sends from the fifth second on, ms each, and how many of them were refused. */
  sends: number[];
  refusedSends: number;
  /** Pages that do not get what is written afterwards. */
  deaf: number;
  bytes: number;
}

interface Comers {
  ask<K extends Step['kind']>(step: Extract<Step, { kind: K }>): Promise<Answers[K]>;
  stop(): void;
}

/** Starts the process of the pages. */
export function startComers(): Comers {
  const child = fork(join(import.meta.dirname, 'comeback.ts'), {
    execArgv: process.execArgv,
    serialization: 'advanced',
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ask = <K extends Step['kind']>(step: Extract<Step, { kind: K }>) =>
    new Promise<Answers[K]>((settle, reject) => {
      const fail = (code: number | null) => reject(new Error(`The pages ended (${code})`));
      child.once('exit', fail);
      child.once('message', (answer: Answers[K]) => {
        child.off('exit', fail);
        settle(answer);
      });
      child.send(step);
    });
  return {
    ask,
    stop() {
      process.off('exit', kill);
      kill();
    },
  };
}
