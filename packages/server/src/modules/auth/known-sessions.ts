import { roleOf } from '@chat/contract/auth';
import { requiredStepOf } from '@chat/contract/session';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/env.ts';
import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { WaitingWork } from '../../jobs/heartbeat.ts';
import {
  isSessionOver,
  type RequirementRules,
  requirementsOf,
  type SessionLimits,
} from '../restrictions/session-rules.ts';
import {
  findEndedSince,
  findKnownSessions,
  type KnownRow,
  type SessionRow,
} from './auth.queries.ts';

/** How long sessions live, what restricts them, and what administrators may read. */
export type SessionSettings = RequirementRules & Pick<Config, 'session' | 'supervision' | 'timing'>;

/** The person of a live session, and what they may and must do. */
export function viewerOf(settings: SessionSettings, row: SessionRow): Viewer {
  const { sessionId, id, uuid, email, isAdmin, isSupervisor, noticeVersion, address } = row;
  const requirements = requirementsOf(settings, row);
  return {
    sessionId,
    id,
    uuid,
    email,
    isAdmin,
    role: roleOf(row),
    noticeVersion,
    address,
    isSupervisor,
    supervision: isSupervisor ? settings.supervision : 'off',
    requirements,
    required: requiredStepOf(requirements),
  };
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
  readonly #cached = new LRUCache<string, CachedViewer>({ max: MAX_CACHED });
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
    return isSessionOver(this.#limits, { isAdmin: viewer.isAdmin, createdAt, lastUsed });
  }

  /**
   * Getting it is a use. A session that is over by this process's clock is not given: it may have been used at another
   * one. Neither is a restricted one: once its user has done what they must, every process knows it at once.
   */
  get(key: string): Viewer | undefined {
    const cached = this.#cached.get(key);
    if (!cached || cached.viewer.required || this.isOver(cached)) return undefined;
    cached.lastUsed = Date.now();
    cached.isUnsaved = true;
    return cached.viewer;
  }

  put(key: string, viewer: Viewer, createdAt: number): void {
    this.#cached.set(key, { viewer, createdAt, lastUsed: Date.now(), isUnsaved: true });
  }

  evict(matches: (viewer: Viewer) => boolean): void {
    this.#generation++;
    for (const [key, { viewer }] of [...this.#cached])
      if (matches(viewer)) this.#cached.delete(key);
  }

  /** The last use of each of the user's sessions that was used here. */
  lastUses(userId: number): Map<number, number> {
    const own = [...this.#cached.values()].filter(({ viewer }) => viewer.id === userId);
    return new Map(own.map(({ viewer, lastUsed }) => [viewer.sessionId, lastUsed]));
  }

  get isEmpty(): boolean {
    return this.#cached.size === 0;
  }

  sessionIds(): number[] {
    return [...this.#cached.values()].map(({ viewer }) => viewer.sessionId);
  }

  unsaved(): CachedViewer[] {
    return [...this.#cached.values()].filter(({ isUnsaved }) => isUnsaved);
  }
}

/** After so long without a heartbeat an end may be older than the next one tells. */
const SILENT_MS = 8_000;
// Known sessions that each round asks about, besides those that seem to have ended.
const ASKED_AT_ONCE = 250;

/**
 * Finds which of the sessions that this process knows let nobody in any more. Each round reads the ends that were stored
 * since the last one, and asks about a few more of all: of a block or a rejected device an end may never have been stored,
 * if its process died between the two. By the same answers what restricts a session is noticed, whoever did it.
 */
export class GoneSessions {
  readonly #db: Db;
  readonly #askMs: number;
  #readTo: Date | undefined;
  #unasked: number[] = [];
  #foundBefore: number[] = [];
  #beatAt = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, askMs: number) {
    this.#db = db;
    this.#askMs = askMs;
  }

  /** Called at each heartbeat, which tells of ends of the last seconds. */
  isDue({ hasEndedSessions }: WaitingWork, knowsAny: () => boolean): boolean {
    const now = performance.now();
    const wasSilent = now - this.#beatAt > SILENT_MS;
    this.#beatAt = now;
    if (hasEndedSessions || wasSilent || this.#foundBefore.length > 0) return true;
    return now - this.#lookedAt >= this.#askMs && knowsAny();
  }

  /**
   * `ended`: the latest of all. `gone`: those of `known` that are over; each is given again while it stays known.
   * `standing`: the others that were asked about.
   */
  async look(
    known: Set<number>,
  ): Promise<{ ended: number[]; gone: number[]; standing: KnownRow[] }> {
    this.#lookedAt = performance.now();
    const { readTo, ended } = await findEndedSince(this.#db, this.#readTo);
    this.#readTo = readTo;
    if (this.#unasked.length === 0) this.#unasked = [...known];
    const suspects = [...ended, ...this.#foundBefore, ...this.#unasked.splice(-ASKED_AT_ONCE)];
    const asked = [...new Set(suspects)].filter((id) => known.has(id));
    const rows = asked.length === 0 ? [] : await findKnownSessions(this.#db, asked);
    const gone = rows.filter(({ isGone }) => isGone).map(({ sessionId }) => sessionId);
    this.#foundBefore = gone;
    return { ended, gone, standing: rows.filter(({ isGone }) => !isGone) };
  }
}
