import type { SessionEndReason } from '@chat/contract/auth/auth.events';
import { roleOf } from '@chat/contract/auth/auth.schema';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { logFailure, logUnlessAway } from '../../db/outage.ts';
import type { SessionControl } from '../../http/session-control.ts';
import type { Authenticate, FinderOf, Viewer } from '../../http/viewer.ts';
import type { Realtime, Rememberer } from '../../realtime/publish.ts';
import { every } from '../../shared/every.ts';
import {
  findEnd,
  findGoneSessions,
  findSession,
  findSessionByFileKey,
  insertSession,
  removeEnds,
  removeOverSessions,
  removeSessions,
  type SessionOwner,
  type SessionRow,
  updateLastUse,
} from './sessions.queries.ts';
import { fileKeyOf, hashSecret, newToken } from './tokens.ts';

/** A session ends after both, in ms: so long without use, and so long after it began, whatever its use. */
export interface SessionLimits {
  unusedMs: number;
  lifetimeMs: number;
}

interface Cached {
  viewer: Viewer;
  createdAt: number;
  lastUsed: number;
  unsaved: boolean;
}

/** Live sessions (rules/sessions 4): found from memory on every call, kept in the database, ended everywhere at once. */
export interface Sessions extends Rememberer, SessionControl {
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

const MOST_CACHED = 50_000;
// After that a returning user learns only that the session is over.
const ENDS_KEPT_MS = 60 * 24 * 3_600_000;
// Ends of other processes take effect within a second: two rounds for sockets, one for calls.
const FOLLOW_MS = 450;

export function createSessions(
  db: Database,
  realtime: () => Pick<Realtime, 'endSessions' | 'changeUsers' | 'liveSessions' | 'isCutOff'>,
  { unusedMs, lifetimeMs }: SessionLimits,
  log: FastifyBaseLogger,
): Sessions {
  // By their keys for files, which follow from the tokens.
  const cache = new Map<string, Cached>();
  const sweepMs = Math.min(30_000, Math.max(250, Math.min(unusedMs, lifetimeMs) / 8));
  // Raised by every end and refresh: what was read before one must not be remembered after it.
  let generation = 0;
  let goneBefore = new Set<number>();

  function isOver({ createdAt, lastUsed }: Pick<Cached, 'createdAt' | 'lastUsed'>): boolean {
    const now = Date.now();
    return now - lastUsed > unusedMs || now - createdAt > lifetimeMs;
  }

  function forget(matches: (viewer: Viewer) => boolean): void {
    generation++;
    for (const [key, { viewer }] of cache) if (matches(viewer)) cache.delete(key);
  }

  function remember(key: string, viewer: Viewer, createdAt: number): void {
    if (cache.size >= MOST_CACHED) {
      const [oldest] = cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    }
    cache.set(key, { viewer, createdAt, lastUsed: Date.now(), unsaved: true });
  }

  async function load(
    key: string,
    findRow: () => Promise<SessionRow | undefined>,
  ): Promise<Viewer | undefined> {
    const before = generation;
    const row = await findRow();
    if (!row) return undefined;
    const createdAt = row.createdAt.getTime();
    if (isOver({ createdAt, lastUsed: row.lastUsedAt.getTime() })) return undefined;
    const { sessionId, id, uuid, email, isAdmin } = row;
    const viewer: Viewer = { sessionId, id, uuid, email, isAdmin, role: roleOf(row) };
    if (before === generation) remember(key, viewer, createdAt);
    return viewer;
  }

  function recall(
    key: string,
    findRow: () => Promise<SessionRow | undefined>,
  ): Viewer | Promise<Viewer | undefined> {
    const cached = cache.get(key);
    // A session that is over by this process's clock may have been used at another one.
    if (!cached || isOver(cached)) return load(key, findRow);
    cached.lastUsed = Date.now();
    cached.unsaved = true;
    return cached.viewer;
  }

  let saving: Promise<unknown> = Promise.resolve();

  /** One save at a time: what another is just storing counts as stored only once it is. */
  function saveUses(): Promise<void> {
    const saved = saving.catch(() => {}).then(storeUses);
    saving = saved;
    return saved;
  }

  async function storeUses(): Promise<void> {
    const used = [...cache.values()].filter((session) => session.unsaved);
    if (used.length === 0) return;
    for (const session of used) session.unsaved = false;
    const ids = used.map((session) => session.viewer.sessionId);
    const times = used.map((session) => new Date(session.lastUsed));
    try {
      await updateLastUse(db, ids, times);
    } catch (error) {
      for (const session of used) session.unsaved = true;
      throw error;
    }
  }

  function forgetSessions(ids: number[]): void {
    const ended = new Set(ids);
    forget((viewer) => ended.has(viewer.sessionId));
  }

  function forgetUsers(ids: number[]): void {
    const changed = new Set(ids);
    forget((viewer) => changed.has(viewer.id));
  }

  /** The uses that are not stored yet are all that memory alone knows. */
  async function forgetStored(): Promise<void> {
    await saveUses();
    forget(() => true);
  }

  function drop(ids: number[], reason: SessionEndReason): Promise<void> {
    forgetSessions(ids);
    return realtime().endSessions(ids, reason);
  }

  /** Other processes and the command line end sessions too: what is remembered and connected here follows. */
  async function dropEndedElsewhere(): Promise<void> {
    if (realtime().isCutOff()) await forgetStored();
    const remembered = [...cache.values()].map(({ viewer }) => viewer.sessionId);
    const known = [...new Set([...remembered, ...realtime().liveSessions()])];
    const gone = known.length === 0 ? [] : await findGoneSessions(db, known);
    // The operation that ended the session tells its sockets why, here or at another process.
    const ended = gone.filter((id) => goneBefore.has(id));
    goneBefore = new Set(gone);
    if (gone.length > 0) forgetSessions(gone);
    if (ended.length > 0) void drop(ended, 'expired');
  }

  async function sweep(): Promise<void> {
    await saveUses();
    // Whoever's use another process has not stored yet is not over: `load` asks exactly, this only tidies up.
    const over = await removeOverSessions(db, {
      unusedSince: new Date(Date.now() - unusedMs - sweepMs),
      createdBefore: new Date(Date.now() - lifetimeMs),
    });
    if (over.length > 0) void drop(over, 'expired');
    await removeEnds(db, new Date(Date.now() - ENDS_KEPT_MS));
  }

  const onError = logUnlessAway(log, 'sessions were not swept');
  const sweeping = every(sweepMs, sweep, onError);
  const following = every(FOLLOW_MS, dropEndedElsewhere, onError);

  return {
    async start(user, deviceId) {
      const token = newToken();
      const hashes = { tokenHash: hashSecret(token), fileKeyHash: hashSecret(fileKeyOf(token)) };
      const session = { user, deviceId, ...hashes, now: new Date() };
      return (await insertSession(db, session)) && token;
    },
    async find(token) {
      if (token === '') return undefined;
      return recall(fileKeyOf(token), () => findSession(db, hashSecret(token)));
    },
    finderOf(token) {
      const key = fileKeyOf(token);
      const findRow = () => findSession(db, hashSecret(token));
      return () => recall(key, findRow);
    },
    async findByCookie(key) {
      if (key === '') return undefined;
      return recall(key, () => findSessionByFileKey(db, hashSecret(key)));
    },
    async whyEnded(token) {
      return (await findEnd(db, hashSecret(token)))?.reason;
    },
    async end(scope, reason) {
      await drop(await removeSessions(db, scope, reason), reason);
    },
    refresh(userIds) {
      forgetUsers(userIds);
      realtime().changeUsers(userIds);
    },
    forgetSessions,
    forgetUsers,
    forgetAll() {
      forgetStored().catch((error) => logFailure(log, error, 'sessions were not forgotten'));
    },
    async close() {
      await Promise.all([sweeping.close(), following.close()]);
      await saveUses();
    },
  };
}
