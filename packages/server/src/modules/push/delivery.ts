import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { requiredStepOf } from '@chat/contract/session';
import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../config/timing.ts';
import type { Database } from '../../db/database.ts';
import { logUnlessTransient } from '../../db/faults.ts';
import { createWorker, failAlone, type Worker } from '../../jobs/worker.ts';
import { MAX_TURN_MS } from '../../shared/event-loop.ts';
import {
  isSessionOver,
  type RequirementRules,
  requirementsOf,
  type SessionLimits,
} from '../restrictions/session-rules.ts';
import type { HoursStatus, WorkingHours } from '../working-hours/context.ts';
import type { Target } from './endpoints.ts';
import type { Outcome } from './hand-over.ts';
import { isReached, settle } from './hours.ts';
import { createLoads, type Loads } from './loads.ts';
import { messagePush, type PushToSend, summaryPush, ttlOf, withdrawPush } from './push.texts.ts';
import { type ClaimedRow, claimDue, findNextDue, type Settled } from './queue.queries.ts';
import { removeGone } from './subscriptions.queries.ts';

/** Takes what waits in the queue, with other processes, and hands it over. */
export interface Delivery {
  /** Something waits now. */
  wake(): void;
  close(): Promise<void>;
}

const CLAIMED_AT_ONCE = 100;
/** Pushes that may be under way; one push service has a part of them. */
const UNDER_WAY = 400;
/** Outcomes of this time are written together. */
const GATHER_MS = 25;
const MIN_WAIT_MS = 100;
/** Where something is wrong, or too much is under way. */
const RETRY_MS = 2_000;
const MAX_BACKOFF_MS = 60_000;
/** The longest wait at the end: pushes still under way go again after the next start. */
const CLOSING_MS = 2_000;

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  workingHours: Pick<WorkingHours, 'statusOf'>;
  showsContent: boolean;
  isWanted: () => boolean;
  timing: Pick<Timing, 'pushApartMs' | 'pushSlowMs' | 'sessionSweepMs'>;
  rules: RequirementRules & { session: SessionLimits };
  handOver: (target: Target, push: PushToSend) => Promise<Outcome>;
  /** The last pushes of these chats have been settled: their messages may have been seen meanwhile. */
  onSettled: (chatIds: number[]) => void;
}

class QueueDelivery implements Delivery {
  readonly #deps: Deps;
  readonly #loads: Loads;
  readonly #underWay = new Set<Promise<void>>();
  #settled: Settled[] = [];
  #gone: number[] = [];
  readonly #worker: Worker;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#loads = createLoads(deps.timing);
    this.#worker = createWorker({
      round: () => this.#handOverDue(),
      onError: logUnlessTransient(deps.log, 'pushes were not handed over'),
      gatherMs: GATHER_MS,
      retryMs: RETRY_MS,
    });
    this.#worker.wake(RETRY_MS);
  }

  wake(): void {
    this.#worker.wake(0);
  }

  async close(): Promise<void> {
    await this.#worker.close();
    const late = pause(CLOSING_MS, undefined, { ref: false });
    await Promise.race([Promise.allSettled(this.#underWay), late]);
    await this.#writeSettled().catch(() => {});
  }

  async #handOverDue(): Promise<number | undefined> {
    await this.#writeSettled();
    if (!this.#deps.isWanted()) return undefined;
    const limit = Math.min(CLAIMED_AT_ONCE, UNDER_WAY - this.#underWay.size);
    // Whoever comes back wakes this.
    if (limit <= 0) return undefined;
    const { db } = this.#deps;
    const claimed = await claimDue(db, limit, this.#loads.room());
    await failAlone(
      claimed,
      (rows) => this.#handOverAll(rows),
      (row, error) => this.#drop(row, error),
    );
    if (claimed.length === limit) return 0;
    const dueMs = await findNextDue(db);
    return dueMs === null ? undefined : Math.max(MIN_WAIT_MS, dueMs);
  }

  async #handOverAll(claimed: ClaimedRow[]): Promise<void> {
    const userIds = [...new Set(claimed.map(({ userId }) => userId))];
    const hours = await this.#deps.workingHours.statusOf(userIds);
    let since = performance.now();
    for (const row of claimed) {
      this.#begin(row, hours.get(row.userId));
      if (performance.now() - since < MAX_TURN_MS) continue;
      // To encrypt a hundred takes a while.
      await nextTurn();
      since = performance.now();
    }
  }

  /** Undefined for what is not to be pushed any more. */
  #pushOf(row: ClaimedRow, status: HoursStatus | undefined): PushToSend | 'withheld' | undefined {
    const { type, isWanted, isOld, waiting, messageUuid } = row;
    if (!isWanted || isOld) return undefined;
    // Nothing reaches a session whose user must do something first (rules/sign-in 23).
    if (requiredStepOf(requirementsOf(this.#deps.rules, row))) return undefined;
    const ttl = ttlOf(status);
    if (waiting === 'WITHDRAW') return messageUuid ? withdrawPush(row, ttl) : undefined;
    // A silent push only replaces one that arrived before.
    if (!isReached(status)) return row.isSilent ? undefined : 'withheld';
    if (waiting === 'SUMMARY') return summaryPush(row.waitingId, row.waitingSeq, ttl);
    return type ? messagePush({ ...row, type }, this.#deps.showsContent, ttl) : undefined;
  }

  /** Never fails: a push that cannot be made, or encrypted, is dropped alone. */
  #begin(row: ClaimedRow, status: HoursStatus | undefined): void {
    const sent = this.#send(row, status)
      .catch((error) => this.#drop(row, error))
      .finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  #drop(row: ClaimedRow, error: unknown): void {
    const { subscriptionId, chatId } = row;
    this.#deps.log.error({ err: error, subscriptionId, chatId }, 'a push was dropped');
    this.#settle(row, 'dropped', 0);
  }

  async #send(row: ClaimedRow, status: HoursStatus | undefined): Promise<void> {
    const push = this.#pushOf(row, status);
    if (push === 'withheld') return this.#settle(row, 'withheld', 0);
    if (!push) return this.#settle(row, 'dropped', 0);
    const { pushApartMs, sessionSweepMs } = this.#deps.timing;
    // Until then the process that knows a later use has stored it, or the session is removed.
    if (this.#hasLapsed(row)) return this.#settle(row, 'later', sessionSweepMs);
    const { host, userId, endpoint, p256dh, auth } = row;
    const left = performance.now();
    this.#loads.enter({ host, userId });
    const outcome = await this.#deps.handOver({ host, endpoint, p256dh, auth }, push);
    const tookMs = performance.now() - left;
    this.#loads.leave({ host, userId }, outcome, tookMs);
    // Pushes for one chat to one subscription leave so far apart (rules/push 14).
    const apartMs = Math.max(0, pushApartMs - tookMs);
    if (outcome.kind === 'gone') this.#gone.push(row.subscriptionId);
    else if (outcome.kind === 'later')
      this.#settle(row, 'later', backoffMs(row, outcome.afterMs, pushApartMs));
    else this.#settle(row, outcome.kind === 'taken' ? 'taken' : 'dropped', apartMs);
    this.#worker.wake();
  }

  /** As far as uses of the session are stored. */
  #hasLapsed({ isAdmin, sessionCreatedAt, sessionUsedAt }: ClaimedRow): boolean {
    const [createdAt, lastUsed] = [sessionCreatedAt.getTime(), sessionUsedAt.getTime()];
    return isSessionOver(this.#deps.rules.session, { isAdmin, createdAt, lastUsed });
  }

  #settle(row: ClaimedRow, outcome: Settled['outcome'], restMs: number): void {
    const { subscriptionId, userId, chatId, version, waiting, waitingId, waitingSeq } = row;
    const what = { subscriptionId, userId, chatId, version, waiting, waitingId, waitingSeq };
    this.#settled.push({ ...what, outcome, restMs });
    this.#worker.wake();
  }

  async #writeSettled(): Promise<void> {
    const { db, log, onSettled } = this.#deps;
    const [settled, gone] = [this.#settled, this.#gone];
    this.#settled = [];
    this.#gone = [];
    try {
      if (gone.length > 0) await removeGone(db, gone);
      await failAlone(
        settled,
        (some) => settle(db, some),
        // Its lease runs out, and it is old before long.
        ({ subscriptionId, chatId }, error) =>
          log.error({ err: error, subscriptionId, chatId }, 'a push was not settled'),
      );
    } catch (error) {
      this.#settled.push(...settled);
      this.#gone.push(...gone);
      throw error;
    }
    const done = settled.filter(({ outcome, chatId }) => outcome !== 'later' && chatId !== 0);
    if (done.length > 0) onSettled([...new Set(done.map(({ chatId }) => chatId))]);
  }
}

/** As the push service asked, or longer each time. */
const backoffMs = ({ tries }: ClaimedRow, askedMs: number | undefined, apartMs: number): number =>
  Math.max(apartMs, askedMs ?? Math.min(MAX_BACKOFF_MS, apartMs * 2 ** (tries - 1)));

export const createDelivery = (deps: Deps): Delivery => new QueueDelivery(deps);
