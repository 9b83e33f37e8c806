import { hash } from 'node:crypto';
import { requiredStepSchema } from '@chat/contract/auth';
import { requiredStepOf, type SessionEndReason } from '@chat/contract/session';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { Database, Db } from '../../db/database.ts';
import { logFailure, logUnlessTransient } from '../../db/faults.ts';
import type { Authenticate, FinderOf, SessionScope, Viewer } from '../../http/viewer.ts';
import type { Heartbeat } from '../../jobs/heartbeat.ts';
import { every, type Job } from '../../jobs/worker.ts';
import type { ChangedPeople, Realtime } from '../../realtime/publish.ts';
import { hashSecret, newToken } from '../../security/passwords.ts';
import { newUuid } from '../../shared/new-uuid.ts';
import { requirementsOf, type SessionLimits } from '../restrictions/session-rules.ts';
import {
  findEnd,
  findKnownSessions,
  findNextOver,
  findReasons,
  findSession,
  findSessionByFileKey,
  insertSession,
  type KnownRow,
  type NewSession,
  removeEnds,
  removeOverSessions,
  removeSessions,
  type SessionRow,
  updateLastUse,
} from './auth.queries.ts';
import type { LastUse, Sessions } from './context.ts';
import { GoneSessions, type SessionSettings, ViewerCache, viewerOf } from './known-sessions.ts';

type FindRow = () => Promise<SessionRow | undefined>;
type SessionRealtime = Pick<
  Realtime,
  'addCache' | 'endSessions' | 'changeUsers' | 'liveSessions' | 'restrictSessions' | 'isPartitioned'
>;

// After that a returning user learns only that the session is over.
const ENDS_KEPT_MS = 60 * 24 * 3_600_000;

interface Surroundings {
  heartbeat: Pick<Heartbeat, 'every'>;
}

class LiveSessions implements Sessions {
  readonly #db: Database;
  readonly #realtime: SessionRealtime;
  readonly #limits: SessionLimits;
  readonly #rules: SessionSettings;
  readonly #log: FastifyBaseLogger;
  readonly #cache: ViewerCache;
  readonly #saves = new PQueue({ concurrency: 1 });
  readonly #leastMs: number;
  readonly #sweepMs: number;
  /** Until then no session is over and no end has been kept for long enough, as long as nobody is evicted. */
  #calm = { until: 0, generation: -1 };
  readonly #jobs: Job[];
  readonly #goneSessions: GoneSessions;
  /** Found gone in the last round; evicted in the next, unless the operation that ended them has done so. */
  #pendingEviction = new Set<number>();

  constructor(
    db: Database,
    realtime: SessionRealtime,
    settings: SessionSettings,
    log: FastifyBaseLogger,
    { heartbeat }: Surroundings,
  ) {
    const limits = settings.session;
    this.#db = db;
    this.#realtime = realtime;
    realtime.addCache(this);
    this.#limits = limits;
    this.#rules = settings;
    this.#log = log;
    this.#cache = new ViewerCache(limits);
    this.#goneSessions = new GoneSessions(db, settings.timing.sessionAskMs);
    const { unusedMs, adminUnusedMs, lifetimeMs } = limits;
    this.#leastMs = Math.min(unusedMs, adminUnusedMs, lifetimeMs);
    this.#sweepMs = Math.min(settings.timing.sessionSweepMs, Math.max(250, this.#leastMs / 8));
    const onError = logUnlessTransient(log, 'sessions were not swept');
    this.#jobs = [
      every(this.#sweepMs, () => this.#sweep(), onError),
      heartbeat.every(
        0,
        (found) =>
          this.#realtime.isPartitioned() || this.#goneSessions.isDue(found, () => this.#knowsAny()),
        () => this.#dropEndedElsewhere(),
        onError,
      ),
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

  async start(session: NewSession): Promise<string | undefined> {
    const token = newToken();
    const hashes = { tokenHash: hashSecret(token), fileKeyHash: hashSecret(fileKeyOf(token)) };
    const row = { ...session, uuid: newUuid(), ...hashes, now: new Date() };
    return (await insertSession(this.#db, row)) && token;
  }

  withLastUses<Row extends LastUse>(viewer: Viewer, rows: Row[]): Row[] {
    const uses = this.#cache.lastUses(viewer.id);
    return rows
      .map((row) => {
        const lastUsed = Math.max(row.lastUsedAt.getTime(), uses.get(row.sessionId) ?? 0);
        return { ...row, lastUsedAt: new Date(lastUsed) };
      })
      .filter(({ createdAt, lastUsedAt }) => {
        const times = { createdAt: createdAt.getTime(), lastUsed: lastUsedAt.getTime() };
        return !this.#cache.isOver({ viewer, ...times });
      });
  }

  async end(scope: SessionScope, reason: SessionEndReason, address?: string | null): Promise<void> {
    await (await this.endIn(this.#db, scope, reason, address))();
  }

  async endIn(tx: Db, scope: SessionScope, reason: SessionEndReason, address?: string | null) {
    const ids = await removeSessions(tx, scope, reason, address ?? null);
    return () => this.#drop(ids, reason);
  }

  refresh(userIds: ChangedPeople): void {
    this.evictUsers(userIds);
    this.#realtime.changeUsers(userIds);
  }

  evictSessions(ids: number[]): void {
    const ended = new Set(ids);
    this.#cache.evict((viewer) => ended.has(viewer.sessionId));
  }

  evictUsers(ids: ChangedPeople): void {
    const changed = ids === 'all' ? undefined : new Set(ids);
    this.#cache.evict((viewer) => changed?.has(viewer.id) ?? true);
    const live = [...new Set(this.#realtime.liveSessions(ids))];
    if (live.length === 0) return;
    findKnownSessions(this.#db, live).then(
      (rows) => this.#restrict(rows.filter(({ isGone }) => !isGone)),
      logUnlessTransient(this.#log, 'sessions were not restricted'),
    );
  }

  evictAll(): void {
    this.#evictSaved().catch((error) => logFailure(this.#log, error, 'sessions were not evicted'));
  }

  async close(): Promise<void> {
    await Promise.all(this.#jobs.map((one) => one.close()));
    await this.#saveUses();
  }

  #get(key: string, findRow: FindRow): Viewer | Promise<Viewer | undefined> {
    return this.#cache.get(key) ?? this.#load(key, findRow);
  }

  async #load(key: string, findRow: FindRow): Promise<Viewer | undefined> {
    const before = this.#cache.generation;
    const row = await findRow();
    if (!row) return undefined;
    const viewer = viewerOf(this.#rules, row);
    const [createdAt, lastUsed] = [row.createdAt.getTime(), row.lastUsedAt.getTime()];
    if (this.#cache.isOver({ viewer, createdAt, lastUsed })) return undefined;
    if (before === this.#cache.generation) this.#cache.put(key, viewer, createdAt);
    return viewer;
  }

  /** One save at a time: what another is just storing counts as stored only once it is. */
  #saveUses(): Promise<void> {
    return this.#saves.add(() => this.#storeUses());
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
    return this.#realtime.endSessions(ids, reason);
  }

  #knowsAny(): boolean {
    return !this.#cache.isEmpty || this.#realtime.liveSessions().length > 0;
  }

  #knownSessions(): Set<number> {
    return new Set([...this.#cache.sessionIds(), ...this.#realtime.liveSessions()]);
  }

  /** Other processes and the command line end sessions too: what is cached and connected here follows. */
  async #dropEndedElsewhere(): Promise<void> {
    if (this.#realtime.isPartitioned()) await this.#evictSaved();
    const { ended, gone, standing } = await this.#goneSessions.look(this.#knownSessions());
    this.#restrict(standing);
    // One that is just being read may be put in after this.
    if (ended.length > 0) this.evictSessions(ended);
    // The operation that ended the session tells its sockets why, here or at another process, unless it is late or died.
    const left = gone.filter((id) => this.#pendingEviction.has(id));
    this.#pendingEviction = new Set(gone);
    if (gone.length > 0) this.evictSessions(gone);
    if (left.length > 0) await this.#dropLeft(left);
  }

  async #dropLeft(ids: number[]): Promise<void> {
    for (const { reason, sessionIds } of await findReasons(this.#db, ids)) {
      void this.#drop(sessionIds, reason);
    }
  }

  /** Sessions whose user must do something first are served no more, and their sockets hear of it (rules/sign-in 24). */
  #restrict(rows: KnownRow[]): void {
    const steps = rows.map((row) => requiredStepOf(requirementsOf(this.#rules, row)));
    for (const step of requiredStepSchema.options) {
      const ids = rows.flatMap(({ sessionId }, index) =>
        steps[index] === step ? [sessionId] : [],
      );
      if (ids.length === 0) continue;
      const restricted = new Set(ids);
      this.#cache.evict(({ sessionId, required }) => !required && restricted.has(sessionId));
      this.#realtime.restrictSessions(ids, step);
    }
  }

  async #sweep(): Promise<void> {
    // Uses until now are stored before it is asked which sessions were not used until now.
    const now = Date.now();
    await this.#saveUses();
    const { unusedMs, adminUnusedMs, lifetimeMs } = this.#limits;
    const { generation } = this.#cache;
    if (now < this.#calm.until && generation === this.#calm.generation) return;
    // A use that another process has not stored yet keeps its session: `#load` asks exactly, this only tidies up.
    const over = await removeOverSessions(this.#db, {
      unusedSince: new Date(now - unusedMs - this.#sweepMs),
      adminUnusedSince: new Date(now - adminUnusedMs - this.#sweepMs),
      createdBefore: new Date(now - lifetimeMs),
    });
    if (over.length > 0) void this.#drop(over, 'expired');
    await removeEnds(this.#db, new Date(now - ENDS_KEPT_MS));
    const limits = { ...this.#limits, endsKeptMs: ENDS_KEPT_MS };
    const nextOver = await findNextOver(this.#db, limits);
    const dueAt = nextOver ? nextOver.getTime() + this.#sweepMs : Number.POSITIVE_INFINITY;
    // A session that begins from now on is over no sooner than after the shortest limit.
    this.#calm = { until: Math.min(now + this.#leastMs, dueAt), generation };
  }
}

export const createSessions = (...parts: ConstructorParameters<typeof LiveSessions>): Sessions =>
  new LiveSessions(...parts);

/** A session's cookie for files: derived from the token, which cannot be found from it. Every call asks for it. */
export const fileKeyOf = (token: string): string => hash('sha256', `files:${token}`, 'base64url');
