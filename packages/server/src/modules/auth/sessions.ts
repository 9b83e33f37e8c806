import { createHash, hash, randomBytes } from 'node:crypto';
import { roleOf, type SessionEndReason } from '@chat/contract/auth';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { logFailure, logUnlessTransient } from '../../db/faults.ts';
import type {
  Authenticate,
  FinderOf,
  SessionControl,
  SessionScope,
  Viewer,
} from '../../http/viewer.ts';
import type { Realtime, SessionCache } from '../../realtime/publish.ts';
import { every, type Repeated } from '../../shared/every.ts';
import { SerialQueue } from '../../shared/queues.ts';
import {
  findEnd,
  findSession,
  findSessionByFileKey,
  insertSession,
  removeEnds,
  removeOverSessions,
  removeSessions,
  type SessionOwner,
  type SessionRow,
  updateLastUse,
} from './auth.queries.ts';
import { GoneSessions, type SessionLimits, ViewerCache } from './known-sessions.ts';

/** Live sessions (rules/sessions 4): found from memory on every call, kept in the database, ended everywhere at once. */
export interface Sessions extends SessionCache, SessionControl {
  /**
   * A new session's token, which only the answer carries: the database has its hash. Undefined when the user may not
   * come in any more as they were checked.
   */
  start(user: SessionOwner, deviceId: number): Promise<string | undefined>;
  /** The viewer of a live token; finding it is a use of the session. */
  find: Authenticate;
  /** As `find`, for one token that is asked for again and again. */
  finderOf: FinderOf;
  /** The viewer of a live session's cookie for files. */
  findByCookie: Authenticate;
  /** Why the session of a token is over; undefined where nobody knows any more. */
  whyEnded(token: string): Promise<SessionEndReason | undefined>;
  close(): Promise<void>;
}

type FindRow = () => Promise<SessionRow | undefined>;
type SessionRealtime = Pick<
  Realtime,
  'endSessions' | 'changeUsers' | 'liveSessions' | 'isPartitioned'
>;

// After that a returning user learns only that the session is over.
const ENDS_KEPT_MS = 60 * 24 * 3_600_000;
// Ends of other processes take effect within a second: two rounds for sockets, one for calls.
const FOLLOW_MS = 450;

class LiveSessions implements Sessions {
  readonly #db: Database;
  readonly #realtime: () => SessionRealtime;
  readonly #limits: SessionLimits;
  readonly #log: FastifyBaseLogger;
  readonly #cache: ViewerCache;
  readonly #saves = new SerialQueue();
  readonly #sweepMs: number;
  readonly #repeated: Repeated[];
  readonly #goneSessions: GoneSessions;
  /** Found gone in the last round; evicted in the next, unless the operation that ended them has done so. */
  #pendingEviction = new Set<number>();

  constructor(
    db: Database,
    realtime: () => SessionRealtime,
    limits: SessionLimits,
    log: FastifyBaseLogger,
  ) {
    this.#db = db;
    this.#realtime = realtime;
    this.#limits = limits;
    this.#log = log;
    this.#cache = new ViewerCache(limits);
    this.#goneSessions = new GoneSessions(db);
    const { unusedMs, adminUnusedMs, lifetimeMs } = limits;
    const least = Math.min(unusedMs, adminUnusedMs, lifetimeMs);
    this.#sweepMs = Math.min(30_000, Math.max(250, least / 8));
    const onError = logUnlessTransient(log, 'sessions were not swept');
    this.#repeated = [
      every(this.#sweepMs, () => this.#sweep(), onError),
      every(FOLLOW_MS, () => this.#dropEndedElsewhere(), onError),
    ];
  }

  // The gateway and the router are given these four by themselves.
  readonly find: Authenticate = async (token) => {
    if (token === '') return undefined;
    return this.#get(fileKeyOf(token), () => findSession(this.#db, hashSecret(token)));
  };

  readonly finderOf: FinderOf = (token) => {
    const key = fileKeyOf(token);
    const findRow = () => findSession(this.#db, hashSecret(token));
    return () => this.#get(key, findRow);
  };

  readonly findByCookie: Authenticate = async (key) => {
    if (key === '') return undefined;
    return this.#get(key, () => findSessionByFileKey(this.#db, hashSecret(key)));
  };

  readonly whyEnded = async (token: string): Promise<SessionEndReason | undefined> =>
    (await findEnd(this.#db, hashSecret(token)))?.reason;

  async start(user: SessionOwner, deviceId: number): Promise<string | undefined> {
    const token = newToken();
    const hashes = { tokenHash: hashSecret(token), fileKeyHash: hashSecret(fileKeyOf(token)) };
    const session = { user, deviceId, ...hashes, now: new Date() };
    return (await insertSession(this.#db, session)) && token;
  }

  async end(scope: SessionScope, reason: SessionEndReason): Promise<void> {
    await this.#drop(await removeSessions(this.#db, scope, reason), reason);
  }

  refresh(userIds: number[]): void {
    this.evictUsers(userIds);
    this.#realtime().changeUsers(userIds);
  }

  evictSessions(ids: number[]): void {
    const ended = new Set(ids);
    this.#cache.evict((viewer) => ended.has(viewer.sessionId));
  }

  evictUsers(ids: number[]): void {
    const changed = new Set(ids);
    this.#cache.evict((viewer) => changed.has(viewer.id));
  }

  evictAll(): void {
    this.#evictSaved().catch((error) => logFailure(this.#log, error, 'sessions were not evicted'));
  }

  async close(): Promise<void> {
    await Promise.all(this.#repeated.map((one) => one.close()));
    await this.#saveUses();
  }

  #get(key: string, findRow: FindRow): Viewer | Promise<Viewer | undefined> {
    return this.#cache.get(key) ?? this.#load(key, findRow);
  }

  async #load(key: string, findRow: FindRow): Promise<Viewer | undefined> {
    const before = this.#cache.generation;
    const row = await findRow();
    if (!row) return undefined;
    const { sessionId, id, uuid, email, isAdmin } = row;
    const viewer: Viewer = { sessionId, id, uuid, email, isAdmin, role: roleOf(row) };
    const [createdAt, lastUsed] = [row.createdAt.getTime(), row.lastUsedAt.getTime()];
    if (this.#cache.isOver({ viewer, createdAt, lastUsed })) return undefined;
    if (before === this.#cache.generation) this.#cache.put(key, viewer, createdAt);
    return viewer;
  }

  /** One save at a time: what another is just storing counts as stored only once it is. */
  #saveUses(): Promise<void> {
    return this.#saves.run(() => this.#storeUses());
  }

  async #storeUses(): Promise<void> {
    const used = this.#cache.unsaved();
    if (used.length === 0) return;
    for (const session of used) session.isUnsaved = false;
    const ids = used.map((session) => session.viewer.sessionId);
    const times = used.map((session) => new Date(session.lastUsed));
    try {
      await updateLastUse(this.#db, ids, times);
    } catch (error) {
      for (const session of used) session.isUnsaved = true;
      throw error;
    }
  }

  /** The uses that are not stored yet are all that memory alone knows. */
  async #evictSaved(): Promise<void> {
    await this.#saveUses();
    this.#cache.evict(() => true);
  }

  #drop(ids: number[], reason: SessionEndReason): Promise<void> {
    this.evictSessions(ids);
    return this.#realtime().endSessions(ids, reason);
  }

  /** Other processes and the command line end sessions too: what is cached and connected here follows. */
  async #dropEndedElsewhere(): Promise<void> {
    if (this.#realtime().isPartitioned()) await this.#evictSaved();
    const live = this.#realtime().liveSessions();
    const { ended, gone } = await this.#goneSessions.look(
      new Set([...this.#cache.sessionIds(), ...live]),
    );
    // One that is just being read may be put in after this.
    if (ended.length > 0) this.evictSessions(ended);
    // The operation that ended the session tells its sockets why, here or at another process.
    const left = gone.filter((id) => this.#pendingEviction.has(id));
    this.#pendingEviction = new Set(gone);
    if (gone.length > 0) this.evictSessions(gone);
    if (left.length > 0) void this.#drop(left, 'expired');
  }

  async #sweep(): Promise<void> {
    await this.#saveUses();
    // A use that another process has not stored yet keeps its session: `#load` asks exactly, this only tidies up.
    const { unusedMs, adminUnusedMs, lifetimeMs } = this.#limits;
    const now = Date.now();
    const over = await removeOverSessions(this.#db, {
      unusedSince: new Date(now - unusedMs - this.#sweepMs),
      adminUnusedSince: new Date(now - adminUnusedMs - this.#sweepMs),
      createdBefore: new Date(now - lifetimeMs),
    });
    if (over.length > 0) void this.#drop(over, 'expired');
    await removeEnds(this.#db, new Date(Date.now() - ENDS_KEPT_MS));
  }
}

export const createSessions = (
  db: Database,
  realtime: () => SessionRealtime,
  limits: SessionLimits,
  log: FastifyBaseLogger,
): Sessions => new LiveSessions(db, realtime, limits, log);

/** A secret only its holder knows; the server keeps its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A session's cookie for files: derived from the token, which cannot be found from it. Every call asks for it. */
export const fileKeyOf = (token: string): string => hash('sha256', `files:${token}`, 'base64url');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
