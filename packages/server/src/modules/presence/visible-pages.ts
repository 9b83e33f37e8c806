import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { logUnlessTransient } from '../../db/faults.ts';
import { createWorker, type Worker } from '../../jobs/worker.ts';
import type { LiveSocket } from '../../realtime/live-sockets.ts';
import type { LostAmong, LostLook, VisiblePages } from './context.ts';
import { findLost, type Look, updateFollowed, upsertLooks } from './presence.queries.ts';
import { updateOrphans } from './processes.queries.ts';

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  processId: string;
  /** False where nothing is pushed: then nobody asks. */
  isWanted: boolean;
  /** The last visible socket that each of them had at this process is gone. */
  onLost: (userIds: number[]) => void;
}

const RETRY_MS = 1_000;

interface Change extends Omit<Look, 'msAgo'> {
  at: number;
}

class WrittenPages implements VisiblePages {
  readonly #deps: Deps;
  /** The visible sockets of each person. */
  readonly #visible = new Map<number, Set<string>>();
  /** The latest change of each person since the last write. */
  #changes = new Map<number, Change>();
  /** Writes at once, or after the write under way all that came meanwhile. */
  readonly #worker: Worker;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#worker = createWorker({
      round: () => this.#write(),
      onError: logUnlessTransient(deps.log, 'visible pages were not written'),
      retryMs: RETRY_MS,
    });
  }

  say(socket: LiveSocket, isVisible: boolean): Promise<void> {
    const { userId } = socket.data;
    if (!this.#deps.isWanted || this.#isClosed) return Promise.resolve();
    if (!socket.data.saysVisibility) {
      socket.data.saysVisibility = true;
      socket.on('disconnect', () => void this.#set(userId, socket.id, false, true));
    }
    // One that was lost while it said so has been counted as such.
    if (!socket.connected) return Promise.resolve();
    return this.#set(userId, socket.id, isVisible, false);
  }

  findLost(graceMs: number, among: LostAmong): Promise<LostLook[]> {
    return findLost(this.#deps.db, graceMs, among);
  }

  noteFollowed(lost: LostLook[]): Promise<void> {
    return updateFollowed(this.#deps.db, lost);
  }

  recoverOrphans(): Promise<boolean> {
    return updateOrphans(this.#deps.db);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const userId of this.#visible.keys()) this.#note(userId, false, true);
    this.#visible.clear();
    await this.#worker.run();
    await this.#worker.close();
  }

  #set(userId: number, socketId: string, isVisible: boolean, isLost: boolean): Promise<void> {
    const sockets = this.#visible.get(userId) ?? new Set();
    const before = sockets.size;
    if (isVisible) sockets.add(socketId);
    else sockets.delete(socketId);
    if (sockets.size > 0) this.#visible.set(userId, sockets);
    else this.#visible.delete(userId);
    const hasChanged = before > 0 !== sockets.size > 0;
    if (hasChanged) this.#note(userId, isVisible, isLost);
    return hasChanged || !this.#worker.isIdle ? this.#worker.run() : Promise.resolve();
  }

  #note(userId: number, isVisible: boolean, isLost: boolean): void {
    this.#changes.set(userId, { userId, isVisible, isLost, at: performance.now() });
  }

  async #write(): Promise<undefined> {
    const { db, processId, onLost } = this.#deps;
    const changes = [...this.#changes.values()];
    this.#changes = new Map();
    try {
      const now = performance.now();
      const looks = changes.map(({ at, ...change }) => ({ ...change, msAgo: now - at }));
      if (looks.length > 0) await upsertLooks(db, processId, looks);
    } catch (error) {
      this.#keep(changes);
      throw error;
    }
    const lost = changes.filter(({ isLost }) => isLost);
    if (lost.length > 0) onLost(lost.map(({ userId }) => userId));
  }

  /** Once the database is back the last word of each counts. */
  #keep(changes: Change[]): void {
    for (const change of changes)
      if (!this.#changes.has(change.userId)) this.#changes.set(change.userId, change);
  }
}

export const createVisiblePages = (deps: Deps): VisiblePages => new WrittenPages(deps);
