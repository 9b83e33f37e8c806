import type { FastifyBaseLogger } from 'fastify';
import { steadyPace } from '../../security/steady-pace.ts';
import type { Rejection } from './known-processes.ts';

const LOGGED_A_MINUTE = 1;
// A process that this one has lost sight of is asked who it is, but not for each of its entries.
const ASKED_A_SECOND = 1;

/** Entries that are not done: counted, told in the log once in a while, and their senders asked who they are. */
export class Rejections {
  readonly counts: Record<Rejection, number> = { forged: 0, repeated: 0, stranger: 0 };
  readonly #log: FastifyBaseLogger;
  readonly #ask: (name: string) => void;
  readonly #logPace = steadyPace({ aSecond: LOGGED_A_MINUTE / 60, burst: 1 });
  readonly #askPace = steadyPace({ aSecond: ASKED_A_SECOND, burst: 1 });

  constructor(log: FastifyBaseLogger, ask: (name: string) => void) {
    this.#log = log;
    this.#ask = ask;
  }

  add(reason: Rejection, by = ''): void {
    this.counts[reason]++;
    if (reason === 'stranger' && this.#askPace(by) === 0) this.#ask(by);
    if (this.#logPace('log') > 0) return;
    const rejected = { ...this.counts };
    this.#log.warn({ rejected }, 'entries that no other process has just written are in Redis');
  }
}
