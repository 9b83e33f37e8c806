import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { requiredStepOf } from '@chat/contract/required-steps';
import type { FastifyBaseLogger } from 'fastify';
import type { Timing } from '../../config/timing.ts';
import type { Database } from '../../db/database.ts';
import { failAlone, logUnlessTransient } from '../../db/faults.ts';
import { MAX_TURN_MS } from '../../shared/event-loop.ts';
import { dropOldest } from '../../shared/queues.ts';
import { type RequirementRules, requirementsOf } from '../restrictions/required-step.ts';
import type { HoursStatus, WorkingHours } from '../working-hours/context.ts';
import type { Target } from './endpoints.ts';
import type { Outcome } from './hand-over.ts';
import { messagePush, type PushToSend, summaryPush, ttlOf, withdrawPush } from './present-push.ts';
import {
  type ClaimedRow,
  claimDue,
  findNextDue,
  type Settled,
  settlePushes,
} from './queue.queries.ts';
import { removeGone } from './subscriptions.queries.ts';

/** Takes what waits in the queue, with other processes, and hands it over. */
export interface Delivery {
  /** Something waits now. */
  wake(): void;
  close(): Promise<void>;
}

const CLAIMED_AT_ONCE = 100;
/** So many are under way; one push service has a part of them. */
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
  timing: Pick<Timing, 'pushApartMs'>;
  rules: RequirementRules;
  handOver: (target: Target, push: PushToSend) => Promise<Outcome>;
  /** The last pushes of these chats have been settled: their messages may have been seen meanwhile. */
  onSettled: (chatIds: number[]) => void;
}

class QueueDelivery implements Delivery {
  readonly #deps: Deps;
  readonly #hosts: HostLoads = createHostLoads();
  readonly #underWay = new Set<Promise<void>>();
  #settled: Settled[] = [];
  #gone: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#schedule(RETRY_MS);
  }

  wake(): void {
    this.#schedule(0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
    const late = pause(CLOSING_MS, undefined, { ref: false });
    await Promise.race([Promise.allSettled(this.#underWay), late]);
    await this.#writeSettled().catch(() => {});
  }

  /** The earliest of what was asked for. */
  #schedule(afterMs: number): void {
    const at = performance.now() + afterMs;
    if (this.#isClosed || at >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = at;
    this.#timer = setTimeout(() => this.#start(), afterMs);
    this.#timer.unref();
  }

  #start(): void {
    this.#dueAt = Number.POSITIVE_INFINITY;
    if (this.#running) {
      this.#schedule(GATHER_MS);
      return;
    }
    this.#running = this.#run()
      .catch((error) => {
        logUnlessTransient(this.#deps.log, 'pushes were not handed over')(error);
        return RETRY_MS;
      })
      .then((afterMs) => {
        this.#running = undefined;
        if (afterMs !== undefined) this.#schedule(afterMs);
      });
  }

  /** Gives when to look again; undefined where only a call of `wake` can bring more. */
  async #run(): Promise<number | undefined> {
    await this.#writeSettled();
    if (!this.#deps.isWanted()) return undefined;
    const limit = Math.min(CLAIMED_AT_ONCE, UNDER_WAY - this.#underWay.size);
    // Whoever comes back wakes this.
    if (limit <= 0) return undefined;
    const { db } = this.#deps;
    const claimed = await claimDue(db, {
      limit,
      ofAHost: this.#hosts.share,
      busyHosts: this.#hosts.busy(),
      slowHosts: this.#hosts.slow(),
    });
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
  #pushOf(row: ClaimedRow, status: HoursStatus | undefined): PushToSend | undefined {
    const { type, isWanted, isOld, waiting, messageUuid } = row;
    if (!isWanted || isOld) return undefined;
    // Nothing reaches a session whose user must do something first (rules/sign-in 23).
    if (requiredStepOf(requirementsOf(this.#deps.rules, row))) return undefined;
    const ttl = ttlOf(status);
    if (waiting === 'WITHDRAW') return messageUuid ? withdrawPush(row, ttl) : undefined;
    if (!status?.inside && !status?.outsideHours) return undefined;
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
    if (!push) return this.#settle(row, 'dropped', 0);
    const { host, endpoint, p256dh, auth } = row;
    const left = performance.now();
    this.#hosts.enter(host);
    const outcome = await this.#deps.handOver({ host, endpoint, p256dh, auth }, push);
    this.#hosts.leave(host, outcome);
    // Pushes for one chat to one subscription leave so far apart (rules/push 14).
    const { pushApartMs } = this.#deps.timing;
    const apartMs = Math.max(0, pushApartMs - (performance.now() - left));
    if (outcome.kind === 'gone') this.#gone.push(row.subscriptionId);
    else if (outcome.kind === 'later')
      this.#settle(row, 'later', backoffMs(row, outcome.afterMs, pushApartMs));
    else this.#settle(row, outcome.kind === 'taken' ? 'taken' : 'dropped', apartMs);
    this.#schedule(GATHER_MS);
  }

  #settle(row: ClaimedRow, outcome: Settled['outcome'], restMs: number): void {
    const { subscriptionId, chatId, version, waiting, waitingId, waitingSeq } = row;
    const what = { subscriptionId, chatId, version, waiting, waitingId, waitingSeq };
    this.#settled.push({ ...what, outcome, restMs });
    this.#schedule(GATHER_MS);
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
        (some) => settlePushes(db, some),
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

/**
 * How much each push service has to do for this process: one that does not answer gets less, and holds nobody else up.
 */
interface HostLoads {
  /** The most that may be taken for one push service at a time. */
  readonly share: number;
  enter(host: string): void;
  leave(host: string, outcome: Outcome): void;
  /** Push services that have as much as they may. */
  busy(): string[];
  /** Push services that did not answer lately: one push at a time tries them. */
  slow(): string[];
}

const MAX_SHARE = 150;
/** The share of a push service that has yet to answer. */
const FIRST_SHARE = 25;
const MIN_SHARE = 3;
const MAX_HOSTS = 10_000;

interface HostLoad {
  underWay: number;
  share: number;
}

const isSilent = (outcome: Outcome) =>
  outcome.answer === 'no_answer' || outcome.answer === 'no_connection';

function createHostLoads(): HostLoads {
  const loads = new Map<string, HostLoad>();
  const those = (which: (load: HostLoad) => boolean) =>
    [...loads].filter(([, load]) => which(load)).map(([host]) => host);

  return {
    share: MAX_SHARE,
    enter(host) {
      const load = loads.get(host) ?? { underWay: 0, share: FIRST_SHARE };
      load.underWay++;
      loads.delete(host);
      loads.set(host, load);
      dropOldest(loads, MAX_HOSTS);
    },
    leave(host, outcome) {
      const load = loads.get(host);
      if (!load) return;
      load.underWay--;
      load.share = isSilent(outcome)
        ? Math.max(MIN_SHARE, Math.floor(load.share / 2))
        : Math.min(MAX_SHARE, load.share * 2);
    },
    busy: () => those(({ underWay, share }) => underWay >= share),
    slow: () => those(({ share }) => share < FIRST_SHARE),
  };
}
