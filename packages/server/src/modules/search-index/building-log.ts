import type { FastifyBaseLogger } from 'fastify';
import type { Batch } from './index-batch.ts';

/** So few are soon read, and nobody need know. */
const WORTH_A_LINE = 1_000;
const LINE_EVERY_MS = 60_000;

/** Writes into the log how the messages that were there before are read: at the beginning, now and then, at the end. */
export class BuildingLog {
  readonly #log: FastifyBaseLogger;
  #loggedAt: number | undefined;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  note({ oldMessages }: Batch, now = performance.now()): void {
    if (this.#loggedAt === undefined) {
      if (oldMessages >= WORTH_A_LINE)
        this.#write(oldMessages, 'search index: reading messages that were there before', now);
    } else if (oldMessages === 0) {
      this.#loggedAt = undefined;
      this.#log.info('search index: all messages are read');
    } else if (now - this.#loggedAt >= LINE_EVERY_MS) {
      this.#write(oldMessages, 'search index: reading', now);
    }
  }

  #write(left: number, words: string, now: number): void {
    this.#loggedAt = now;
    this.#log.info({ left }, words);
  }
}
