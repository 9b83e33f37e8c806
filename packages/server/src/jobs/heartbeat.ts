import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '../db/database.ts';
import { logUnlessTransient } from '../db/faults.ts';
import { SILENT_MS } from '../db/living-processes.ts';
import { createWorker, every, type Job, type Worker } from './worker.ts';

/** All that may wait for a job of the server, whichever process left it. */
export interface WaitingWork {
  /** False when others took this process for dead. */
  isKnown: boolean;
  hasDeadProcesses: boolean;
  /** Sessions ended within the last seconds. */
  hasEndedSessions: boolean;
  hasUnchained: boolean;
  /** The last number of the audit's chain. */
  chainedTo: number | null;
  /** Entries of the chain are not in AUDIT_FILE. */
  isUnappended: boolean;
  /** Minutes of failed sign-ins are over. */
  hasFailures: boolean;
  hasExports: boolean;
  /** Exports are to be removed. */
  hasOverExports: boolean;
  hasSubscriptions: boolean;
  hasQueuedPushes: boolean;
  /** Rows of the queue of pushes say nothing any more. */
  hasSpentPushes: boolean;
  /** Lately there was something of which a push may tell. */
  hasNews: boolean;
  /** Visible pages are those of ended processes. */
  hasLeftPages: boolean;
  /** Reasons of supervisors have run out. */
  hasOverReasons: boolean;
  /** Watches are those of ended processes. */
  hasLostWatches: boolean;
  /** Messages wait for the search index. */
  hasUnindexed: boolean;
}

/** Writes that the process lives, unless that was written within `beatMs`, and finds what waits. */
type Beat = (db: Db, processId: string, beatMs: number, silentMs: number) => Promise<WaitingWork>;

/** Writes that this process lives, and finds in the same statement what waits for its jobs. */
export interface Heartbeat {
  /** To be called once, when the process has its row. */
  start(): void;
  /** Does the work while it waits: once each period at most, never twice at a time. */
  every(
    periodMs: number,
    isWaiting: (found: WaitingWork) => boolean,
    work: (signal: AbortSignal) => Promise<unknown>,
    onError: (error: Error) => void,
  ): Job;
  close(): Promise<void>;
}

// Ends of sessions by other processes take effect within a second: two beats for sockets, one for calls.
const LOOK_MS = 450;
/** How often the time of the last heartbeat is written. */
const BEAT_MS = 5_000;

/** The process, and whether nobody else can change its database. */
interface Holder {
  id: string;
  sharing: 'embedded' | 'alone' | 'joined';
}

interface Follower {
  isWaiting: (found: WaitingWork) => boolean;
  periodMs: number;
  begunAt: number;
  worker: Worker;
}

class ProcessHeartbeat implements Heartbeat {
  readonly #db: Database;
  readonly #log: FastifyBaseLogger;
  readonly #holder: Holder;
  readonly #write: Beat;
  readonly #followers = new Set<Follower>();
  #beating: Job | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** A process that could not write its own heartbeat cannot judge those of others: not before one more has gone by. */
  #steadyFrom = 0;
  /** The changes of this process that have been looked at. */
  #seenChanges = -1;
  /** The last heartbeat found work. */
  #isOwed = false;

  constructor(db: Database, log: FastifyBaseLogger, holder: Holder, write: Beat) {
    this.#db = db;
    this.#log = log;
    this.#holder = holder;
    this.#write = write;
  }

  start(): void {
    this.#lookedAt = performance.now();
    const onError = logUnlessTransient(this.#log, 'the heartbeat was not written');
    this.#beating = every(LOOK_MS, () => this.#beat(), onError);
  }

  async close(): Promise<void> {
    await this.#beating?.close();
  }

  every(
    periodMs: number,
    isWaiting: Follower['isWaiting'],
    work: (signal: AbortSignal) => Promise<unknown>,
    onError: (error: Error) => void,
  ): Job {
    const round = async (signal: AbortSignal) => void (await work(signal));
    const worker = createWorker({ round, onError });
    const follower = { isWaiting, periodMs, begunAt: Number.NEGATIVE_INFINITY, worker };
    this.#followers.add(follower);
    return {
      close: () => {
        this.#followers.delete(follower);
        return worker.close();
      },
    };
  }

  async #beat(): Promise<void> {
    const begunAt = performance.now();
    const before = this.#db.changes();
    if (!this.#mayFindAny(begunAt, before)) return;
    const found = await this.#write(this.#db, this.#holder.id, BEAT_MS - LOOK_MS, SILENT_MS);
    // The heartbeat itself counts as one.
    this.#seenChanges = before + 1;
    if (begunAt - this.#lookedAt > 2 * BEAT_MS) this.#steadyFrom = begunAt + BEAT_MS;
    this.#lookedAt = begunAt;
    const isSteady = begunAt >= this.#steadyFrom;
    this.#follow({ ...found, hasDeadProcesses: found.hasDeadProcesses && isSteady }, begunAt);
  }

  /** Nobody else changes what the embedded engine holds. */
  #mayFindAny(now: number, changes: number): boolean {
    return (
      this.#holder.sharing !== 'embedded' ||
      this.#isOwed ||
      changes !== this.#seenChanges ||
      now - this.#lookedAt >= BEAT_MS - LOOK_MS
    );
  }

  #follow(found: WaitingWork, now: number): void {
    this.#isOwed = false;
    for (const follower of this.#followers) {
      if (!follower.isWaiting(found)) continue;
      const isDue = now - follower.begunAt >= follower.periodMs;
      if (isDue && follower.worker.isIdle) {
        follower.begunAt = now;
        follower.worker.wake();
      }
      // Work that was put off waits on, and work that has begun may leave more.
      this.#isOwed = true;
    }
  }
}

/** The heartbeat is the only statement of a process at rest. Each follower is told of the work that waits for it. */
export const createHeartbeat = (
  ...parts: ConstructorParameters<typeof ProcessHeartbeat>
): Heartbeat => new ProcessHeartbeat(...parts);
