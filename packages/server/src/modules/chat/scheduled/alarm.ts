import type { FastifyBaseLogger } from 'fastify';
import { logFailure } from '../../../db/faults.ts';
import type { ScheduledAlarm } from '../context.ts';

const RETRY_MS = 2_000;
// A timer that is asked for more rings at once.
const LONGEST_MS = 2 ** 31 - 1;

type Look = (signal: AbortSignal) => Promise<number | undefined>;

export const createScheduledAlarm = (log: FastifyBaseLogger): ScheduledAlarm => new Alarm(log);

/** In memory: while nothing is scheduled no timer runs, and nobody asks the database. */
class Alarm implements ScheduledAlarm {
  readonly #log: FastifyBaseLogger;
  readonly #closing = new AbortController();
  #look: Look | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** By the clock that only goes on; undefined: nothing is known to come. */
  #ringsAt: number | undefined;
  #running: Promise<void> | undefined;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  start(look: Look): void {
    this.#look = look;
    this.ringIn(0);
  }

  ringIn(ms: number): void {
    const at = performance.now() + Math.max(0, ms);
    if (this.#ringsAt !== undefined && this.#ringsAt <= at) return;
    this.#ringsAt = at;
    this.#setTimer();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    if (this.#ringsAt === undefined || this.#running || this.#closing.signal.aborted) return;
    const ms = Math.min(LONGEST_MS, Math.max(0, this.#ringsAt - performance.now()));
    this.#timer = setTimeout(() => this.#ring(), ms);
    this.#timer.unref();
  }

  #ring(): void {
    // A message that is scheduled from now on may have come too late for this look.
    this.#ringsAt = undefined;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      this.#setTimer();
    });
  }

  async #run(): Promise<void> {
    try {
      const ms = await this.#look?.(this.#closing.signal);
      if (ms !== undefined) this.ringIn(ms);
    } catch (error) {
      logFailure(this.#log, error, 'scheduled messages were not sent');
      this.ringIn(RETRY_MS);
    }
  }
}
