import type { Batch } from './index-batch.ts';

/** How the index shares the database with people. */
export interface Sharing {
  /** The longest that a batch may take: on an engine with one session all others wait for it. */
  maxBatchMs: number;
  /** While people send, of so many parts of the time one goes to what was there before. */
  partsWhileSending: number;
}

/** A server carries out both at once. */
export const besideOthers: Sharing = { maxBatchMs: 20, partsWhileSending: 10 };
export const inTheOnlySession: Sharing = { maxBatchMs: 5, partsWhileSending: 20 };

/** Fewer would take hardly less time. */
const MIN_LIMIT = 16;
const MAX_LIMIT = 256;
/** People have the database at least half of the time. */
const PARTS = 2;
/** So many messages a second are indexed as they come. More only if that takes a fiftieth of the time at most. */
const STEADY_RATE = 400;
const SHARE_BEYOND = 0.02;
/** In a flood sends go first, and the index falls behind until they are fewer. */
const PARTS_IN_A_FLOOD = 100;
/** Messages a second from which on people are sending. */
const SENDING_RATE = 2;
const MIN_WINDOW_MS = 200;

/** How large batches are, and how long nobody indexes after one. */
export class IndexPace {
  readonly #sharing: Sharing;
  #limit = MIN_LIMIT;
  #since = { at: performance.now(), newestId: 0 };
  /** Messages a second, of everybody. */
  #rate = 0;

  constructor(sharing: Sharing) {
    this.#sharing = sharing;
  }

  get limit(): number {
    return this.#limit;
  }

  /** After a batch: ms until the next one. */
  restAfter(batch: Batch, now = performance.now()): number {
    this.#measureRate(batch, now);
    this.#fitLimit(batch);
    return batch.durationMs * (this.#partsAfter(batch) - 1);
  }

  #partsAfter({ count, durationMs, isBehind, oldMessages }: Batch): number {
    const msPerMessage = durationMs / Math.max(count, 1);
    const share = (this.#rate * msPerMessage) / 1000;
    const isFlood = this.#rate > STEADY_RATE && share > SHARE_BEYOND;
    if (isBehind) return isFlood ? PARTS_IN_A_FLOOD : PARTS;
    return oldMessages > 0 && this.#rate > SENDING_RATE ? this.#sharing.partsWhileSending : PARTS;
  }

  #measureRate({ newestId }: Batch, now: number): void {
    const { at, newestId: before } = this.#since;
    if (now - at < MIN_WINDOW_MS) return;
    if (before > 0) this.#rate = ((newestId - before) * 1000) / (now - at);
    this.#since = { at: now, newestId };
  }

  /** Full batches show how many fit. */
  #fitLimit({ count, durationMs }: Batch): void {
    const { maxBatchMs } = this.#sharing;
    if (durationMs > maxBatchMs) this.#limit = Math.max(MIN_LIMIT, this.#limit / 2);
    else if (count >= this.#limit && durationMs < maxBatchMs / 2) {
      this.#limit = Math.min(MAX_LIMIT, this.#limit * 2);
    }
  }
}
