import { setTimeout as pause } from 'node:timers/promises';
import { isOfOneRow } from '../db/faults.ts';
import { asError } from '../shared/errors.ts';

/** Work of the server that goes on until it is closed. */
export interface Job {
  /** Stops what is under way, and waits for it. */
  close(): Promise<void>;
}

/** A job in rounds, never two at a time. */
export interface Worker extends Job {
  /** The next round begins after `afterMs` at the latest; by default after the time in which calls are gathered. */
  wake(afterMs?: number): void;
  /** Settles with a round that begins now, or right after the present one. Never rejects. */
  run(): Promise<void>;
  /** No round is under way, and none is due. */
  readonly isIdle: boolean;
}

/** Returns the ms until the next round; undefined where only a call or `everyMs` brings one. */
type Round = (signal: AbortSignal) => Promise<number | undefined>;
type OnError = (error: Error) => void;

interface WorkerOptions {
  /** Long rounds must end soon after `signal` is aborted. */
  round: Round;
  onError: OnError;
  /** Calls within it share a round. */
  gatherMs?: number;
  /** Rounds begin so far apart at least, save those of `run`. */
  apartMs?: number;
  /** Rounds begin so often at least. */
  everyMs?: number;
  /** A failed round is done again after it, and after up to four times as long where the round goes on failing. */
  retryMs?: number;
}

const MAX_BACKOFF = 4;
// A timer that is asked for more fires at once.
const MAX_TIMER_MS = 2 ** 31 - 1;

class RoundWorker implements Worker {
  readonly #options: WorkerOptions;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** By the clock that only goes on. */
  #dueAt = Number.POSITIVE_INFINITY;
  #begunAt = Number.NEGATIVE_INFINITY;
  #underWay: Promise<void> | undefined;
  /** Begins when the round under way is over. */
  #next: Promise<void> | undefined;
  #backoff = 1;

  constructor(options: WorkerOptions) {
    this.#options = options;
    if (options.everyMs !== undefined) this.wake(options.everyMs);
  }

  get isIdle(): boolean {
    return !this.#underWay && this.#dueAt === Number.POSITIVE_INFINITY;
  }

  wake(afterMs = this.#options.gatherMs ?? 0): void {
    const apartFrom = this.#begunAt + (this.#options.apartMs ?? 0);
    const at = Math.max(performance.now() + Math.max(0, afterMs), apartFrom);
    if (at >= this.#dueAt) return;
    this.#dueAt = at;
    this.#setTimer();
  }

  run(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#underWay) return this.#begin();
    this.#next = this.#underWay.then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#underWay;
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const { aborted } = this.#closing.signal;
    if (aborted || this.#underWay || this.#dueAt === Number.POSITIVE_INFINITY) return;
    const ms = Math.ceil(this.#dueAt - performance.now());
    const isFar = ms > MAX_TIMER_MS;
    const onTime = () => {
      if (isFar) this.#setTimer();
      else if (!this.#underWay) void this.#begin();
    };
    this.#timer = setTimeout(onTime, isFar ? MAX_TIMER_MS : ms).unref();
  }

  #begin(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return Promise.resolve();
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#begunAt = performance.now();
    this.#underWay = this.#doRound().finally(() => {
      this.#underWay = undefined;
      this.#setTimer();
    });
    return this.#underWay;
  }

  async #doRound(): Promise<void> {
    const { round, onError, retryMs, everyMs } = this.#options;
    try {
      const afterMs = await round(this.#closing.signal);
      this.#backoff = 1;
      if (afterMs !== undefined) this.wake(afterMs);
    } catch (error) {
      onError(asError(error));
      if (retryMs !== undefined) this.wake(retryMs * this.#backoff);
      this.#backoff = Math.min(MAX_BACKOFF, this.#backoff * 2);
    }
    if (everyMs !== undefined) this.wake(this.#begunAt + everyMs - performance.now());
  }
}

export const createWorker = (options: WorkerOptions): Worker => new RoundWorker(options);

type Work = (signal: AbortSignal) => Promise<unknown>;

/** Does the work once each period; whether it fails or not, the work is done again. */
export const every = (everyMs: number, work: Work, onError: OnError): Worker =>
  createWorker({ everyMs, round: async (signal) => void (await work(signal)), onError });

/** Does the work now, and once each period. */
export function nowAndEvery(everyMs: number, work: Work, onError: OnError): Job {
  const worker = every(everyMs, work, onError);
  worker.wake();
  return worker;
}

const HOUR_MS = 3_600_000;

export const hourly = (work: Work, onError: OnError): Job => nowAndEvery(HOUR_MS, work, onError);

/** For as long as work that began at `since` has taken: people have the database at least half of the time. */
export async function rest(since: number, signal: AbortSignal): Promise<void> {
  await pause(performance.now() - since, undefined, { signal, ref: false }).catch(() => {});
}

/**
 * Does the work on all items at once. Where the work fails for a reason that one item may have brought about, it is
 * done on each half, down to single items: a bad item fails alone and goes to `onBad`, and all others are done. A
 * fault that all items share, such as a database that is away, is thrown; `check` throws such a fault where errors do
 * not tell it. The work must take effect for all its items or for none.
 */
export async function failAlone<Item>(
  items: Item[],
  work: (items: Item[]) => Promise<unknown>,
  onBad: (item: Item, error: unknown) => unknown,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await work(items);
  } catch (error) {
    if (!isOfOneRow(error)) throw error;
    await check();
    if (items.length === 1) {
      await onBad(first, error);
      return;
    }
    const middle = Math.ceil(items.length / 2);
    await failAlone(items.slice(0, middle), work, onBad, check);
    await failAlone(items.slice(middle), work, onBad, check);
  }
}
