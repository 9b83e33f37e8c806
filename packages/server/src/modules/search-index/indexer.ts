import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { logUnlessTransient } from '../../db/outage.ts';
import { BuildingLog } from './building-log.ts';
import { type BatchOutcome, hasWork, indexBatch } from './index-batch.ts';
import { INDEX_VERSION } from './index-entry.ts';
import { IndexPace, type Sharing } from './index-pace.ts';
import { findProgress, startProgress } from './search-progress.queries.ts';

/** Messages sent within it share a batch, whose ten statements cost as much for one message as for many. */
const GATHER_MS = 400;
/** What other processes left when they died, and what an operator asked for. */
const LOOK_MS = 5_000;

/** Reads messages for the index, beside those who send them. */
export interface Indexer {
  /** To be called once; does not wait for the index. */
  start(): Promise<void>;
  /** A message was sent: it is indexed in a moment. */
  wake(): void;
  close(): Promise<void>;
}

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  sharing: Sharing;
}

export const createIndexer = (deps: Deps): Indexer => new TimedIndexer(deps);

class TimedIndexer implements Indexer {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #pace: IndexPace;
  readonly #building: BuildingLog;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Nothing was left to do. */
  #isIdle = false;
  #isWoken = false;
  #isClosed = false;

  constructor({ db, log, sharing }: Deps) {
    this.#db = db;
    this.#log = log;
    this.#pace = new IndexPace(sharing);
    this.#building = new BuildingLog(log);
  }

  async start(): Promise<void> {
    await startProgress(this.#db, INDEX_VERSION);
    this.#schedule(GATHER_MS);
  }

  wake(): void {
    this.#isWoken = true;
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#schedule(GATHER_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, afterMs);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    const isDue = this.#isWoken || !this.#isIdle;
    this.#isWoken = false;
    this.#isIdle = false;
    try {
      const hasAny = isDue || hasWork(await findProgress(this.#db));
      this.#goOn(hasAny ? await indexBatch(this.#db, this.#pace.limit, this.#log) : undefined);
    } catch (error) {
      logUnlessTransient(this.#log, 'messages were not indexed')(error);
      this.#schedule(LOOK_MS);
    }
  }

  #goOn(outcome: BatchOutcome | undefined): void {
    const delayMs = this.#delayAfter(outcome);
    this.#isIdle = delayMs === undefined && !this.#isWoken;
    this.#schedule(delayMs ?? (this.#isIdle ? LOOK_MS : GATHER_MS));
  }

  /** Until the next batch; undefined when none is known to be wanted. */
  #delayAfter(outcome: BatchOutcome | undefined): number | undefined {
    // The other process may have read before what woke this one was committed.
    if (outcome === 'busy') return GATHER_MS;
    if (!outcome) return undefined;
    this.#building.note(outcome);
    const restMs = this.#pace.restAfter(outcome);
    const { isBehind, hasGaps, hadStaleBlocks, oldMessages, count } = outcome;
    if (isBehind || (oldMessages > 0 && count > 0)) return restMs;
    return hasGaps || hadStaleBlocks || oldMessages > 0 ? GATHER_MS : undefined;
  }
}
