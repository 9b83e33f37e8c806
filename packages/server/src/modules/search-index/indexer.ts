import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { isOfOneRow, logUnlessTransient } from '../../db/faults.ts';
import type { Heartbeat } from '../../jobs/heartbeat.ts';
import { createWorker, type Job, type Worker } from '../../jobs/worker.ts';
import { type Batch, type BatchOutcome, indexBatch } from './index-batch.ts';
import { INDEX_VERSION } from './index-entry.ts';
import { startProgress } from './search-progress.queries.ts';

/** Dependencies of what searches find. */
export interface SearchIndexContext extends Context {
  indexer: Indexer;
}

/** Messages sent within it share a batch, whose ten statements cost as much for one message as for many. */
const GATHER_MS = 400;
/** How often the index is told of work that dead processes left, and that an operator asked for. */
const LOOK_MS = 5_000;
const RETRY_MS = 5_000;

/** Reads messages for the index, beside those who send them. */
interface Indexer {
  /** To be called once; does not wait for the index. */
  start(): Promise<void>;
  /** A message was sent: it is indexed in a moment. */
  wake(): void;
  close(): Promise<void>;
}

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  heartbeat: Pick<Heartbeat, 'every'>;
}

export const createIndexer = (deps: Deps, profile: LoadProfile): Indexer =>
  new TimedIndexer(deps, profile);

class TimedIndexer implements Indexer {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #heartbeat: Deps['heartbeat'];
  #looking: Job | undefined;
  readonly #pace: IndexPace;
  readonly #building: BuildingLog;
  readonly #worker: Worker;
  #isWoken = false;
  /** Messages that are still to be read one by one, because the database refused one of them. */
  #oneByOne = 0;

  constructor({ db, log, heartbeat }: Deps, profile: LoadProfile) {
    this.#db = db;
    this.#heartbeat = heartbeat;
    this.#log = log;
    this.#pace = new IndexPace(profile);
    this.#building = new BuildingLog(log);
    this.#worker = createWorker({
      round: () => this.#round(),
      onError: logUnlessTransient(log, 'messages were not indexed'),
      gatherMs: GATHER_MS,
      retryMs: RETRY_MS,
    });
  }

  async start(): Promise<void> {
    await startProgress(this.#db, INDEX_VERSION);
    this.#looking = this.#heartbeat.every(
      LOOK_MS,
      ({ hasUnindexed }) => hasUnindexed && this.#worker.isIdle,
      async () => this.wake(),
      logUnlessTransient(this.#log, 'messages were not indexed'),
    );
    this.#worker.wake();
  }

  wake(): void {
    this.#isWoken = true;
    // The pace says how long the index rests: who sends does not shorten that.
    if (this.#worker.isIdle) this.#worker.wake();
  }

  async close(): Promise<void> {
    await this.#looking?.close();
    await this.#worker.close();
  }

  async #round(): Promise<number | undefined> {
    this.#isWoken = false;
    const afterMs = this.#delayAfter(await this.#index());
    return afterMs ?? (this.#isWoken ? GATHER_MS : undefined);
  }

  /** A message that the database refuses keeps no other from being found. */
  async #index(): Promise<BatchOutcome> {
    const isAlone = this.#oneByOne > 0;
    const limit = isAlone ? 1 : this.#pace.limit;
    try {
      const outcome = await indexBatch(this.#db, limit, this.#log);
      if (isAlone) this.#oneByOne--;
      return outcome;
    } catch (error) {
      if (!isOfOneRow(error)) throw error;
      this.#oneByOne = isAlone ? 0 : limit;
      return isAlone ? indexBatch(this.#db, 1, this.#log, true) : this.#index();
    }
  }

  /** Until the next batch; undefined when none is known to be wanted. */
  #delayAfter(outcome: BatchOutcome): number | undefined {
    // The other process may have read before what woke this one was committed.
    if (outcome === 'busy') return GATHER_MS;
    this.#building.note(outcome);
    const restMs = this.#pace.restAfter(outcome);
    const { isBehind, hasGaps, hadStaleBlocks, oldMessages, count } = outcome;
    if (isBehind || (oldMessages > 0 && count > 0)) return restMs;
    return hasGaps || hadStaleBlocks || oldMessages > 0 ? GATHER_MS : undefined;
  }
}

/** How the index shares the database with people. */
export interface LoadProfile {
  /** The longest that a batch may take: on an engine with one session all others wait for it. */
  maxBatchMs: number;
  /** While people send, of so many parts of the time one goes to what waits from before. */
  partsWhileSending: number;
}

/** A server carries out both at once. */
export const serverProfile: LoadProfile = { maxBatchMs: 20, partsWhileSending: 10 };
export const embeddedProfile: LoadProfile = { maxBatchMs: 5, partsWhileSending: 20 };

/** Fewer would take hardly less time. */
const MIN_LIMIT = 16;
const MAX_LIMIT = 256;
/** People have the database at least half of the time. */
const PARTS = 2;
/** Messages a second that are indexed as they come. More only if that takes a fiftieth of the time at most. */
const STEADY_RATE = 400;
const SHARE_BEYOND = 0.02;
/** In a flood sends go first, and the index falls behind until they are fewer. */
const PARTS_IN_A_FLOOD = 100;
/** Messages a second from which on people are sending. */
const SENDING_RATE = 2;
const MIN_WINDOW_MS = 200;

/** How large batches are, and how long nobody indexes after one. */
export class IndexPace {
  readonly #profile: LoadProfile;
  #limit = MIN_LIMIT;
  #since: { at: number; newestId: number };
  /** Messages a second, of everybody. */
  #rate = 0;

  constructor(profile: LoadProfile, now = performance.now()) {
    this.#profile = profile;
    this.#since = { at: now, newestId: 0 };
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
    if (isBehind && isFlood) return PARTS_IN_A_FLOOD;
    if ((!isBehind && oldMessages === 0) || this.#rate <= SENDING_RATE) return PARTS;
    const { partsWhileSending } = this.#profile;
    // The rest of a burst is read beside those who write, and always faster than they write.
    return isBehind ? Math.max(PARTS, Math.min(partsWhileSending, 0.5 / share)) : partsWhileSending;
  }

  #measureRate({ newestId }: Batch, now: number): void {
    const { at, newestId: before } = this.#since;
    if (now - at < MIN_WINDOW_MS) return;
    if (before > 0) this.#rate = ((newestId - before) * 1000) / (now - at);
    this.#since = { at: now, newestId };
  }

  /** Full batches show how many fit. */
  #fitLimit({ count, durationMs }: Batch): void {
    const { maxBatchMs } = this.#profile;
    if (durationMs > maxBatchMs) this.#limit = Math.max(MIN_LIMIT, this.#limit / 2);
    else if (count >= this.#limit && durationMs < maxBatchMs / 2) {
      this.#limit = Math.min(MAX_LIMIT, this.#limit * 2);
    }
  }
}

/** Messages that are worth a line in the log: fewer are soon read, and nobody need know. */
const WORTH_A_LINE = 1_000;
const LINE_EVERY_MS = 60_000;

/** Writes into the log how the messages that were there before are read: at the beginning, now and then, at the end. */
class BuildingLog {
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
