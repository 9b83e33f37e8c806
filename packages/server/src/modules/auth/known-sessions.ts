import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { dropOldest } from '../../shared/queues.ts';
import { findEndedSince, findGoneSessions } from './auth.queries.ts';

/** A session ends after both, in ms: so long without use, and so long after it began, whatever its use. */
export interface SessionLimits {
  unusedMs: number;
  /** The same for an administrator's, where it is less. */
  adminUnusedMs: number;
  lifetimeMs: number;
}

interface CachedViewer {
  viewer: Viewer;
  createdAt: number;
  lastUsed: number;
  /** Used since its last use was stored. */
  isUnsaved: boolean;
}

const MAX_CACHED = 50_000;

/** The viewers of live sessions in memory, by their keys for files, which follow from the tokens. */
export class ViewerCache {
  readonly #cached = new Map<string, CachedViewer>();
  readonly #limits: SessionLimits;
  #generation = 0;

  constructor(limits: SessionLimits) {
    this.#limits = limits;
  }

  /** Raised by every eviction: what was read before one must not be put in after it. */
  get generation(): number {
    return this.#generation;
  }

  isOver({
    viewer,
    createdAt,
    lastUsed,
  }: Pick<CachedViewer, 'viewer' | 'createdAt' | 'lastUsed'>): boolean {
    const now = Date.now();
    const { unusedMs, adminUnusedMs, lifetimeMs } = this.#limits;
    const unused = viewer.isAdmin ? Math.min(unusedMs, adminUnusedMs) : unusedMs;
    return now - lastUsed > unused || now - createdAt > lifetimeMs;
  }

  /** Getting it is a use. A session that is over by this process's clock is not given: it may have been used at another one. */
  get(key: string): Viewer | undefined {
    const cached = this.#cached.get(key);
    if (!cached || this.isOver(cached)) return undefined;
    cached.lastUsed = Date.now();
    cached.isUnsaved = true;
    return cached.viewer;
  }

  put(key: string, viewer: Viewer, createdAt: number): void {
    this.#cached.set(key, { viewer, createdAt, lastUsed: Date.now(), isUnsaved: true });
    dropOldest(this.#cached, MAX_CACHED);
  }

  evict(matches: (viewer: Viewer) => boolean): void {
    this.#generation++;
    for (const [key, { viewer }] of this.#cached) if (matches(viewer)) this.#cached.delete(key);
  }

  sessionIds(): number[] {
    return [...this.#cached.values()].map(({ viewer }) => viewer.sessionId);
  }

  unsaved(): CachedViewer[] {
    return [...this.#cached.values()].filter(({ isUnsaved }) => isUnsaved);
  }
}

// So many more of those that are known are asked about in each round.
const ASKED_AT_ONCE = 100;

/**
 * Finds which of the sessions that this process knows let nobody in any more. Each round reads the ends that were stored
 * since the last one, and asks about a few more of all: of a block or a rejected device an end may never have been stored,
 * if its process died between the two.
 */
export class GoneSessions {
  readonly #db: Db;
  #readTo: Date | undefined;
  #unasked: number[] = [];
  #foundBefore: number[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  /** `ended`: the latest of all. `gone`: those of `known` that are over; each is given again while it stays known. */
  async look(known: Set<number>): Promise<{ ended: number[]; gone: number[] }> {
    const { readTo, ended } = await findEndedSince(this.#db, this.#readTo);
    this.#readTo = readTo;
    if (this.#unasked.length === 0) this.#unasked = [...known];
    const suspects = [...ended, ...this.#foundBefore, ...this.#unasked.splice(-ASKED_AT_ONCE)];
    const asked = [...new Set(suspects)].filter((id) => known.has(id));
    const gone = asked.length === 0 ? [] : await findGoneSessions(this.#db, asked);
    this.#foundBefore = gone;
    return { ended, gone };
  }
}
