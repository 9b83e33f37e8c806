import { required } from '@chat/contract/checks';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config/env.ts';
import type { Database, Db } from '../../db/database.ts';
import { logUnlessTransient } from '../../db/faults.ts';
import type { Heartbeat, WaitingWork } from '../../jobs/heartbeat.ts';
import { every, type Job, nowAndEvery } from '../../jobs/worker.ts';
import type { PushHints } from '../chat/context.ts';
import type { VisiblePages } from '../presence/context.ts';
import type { WorkingHours } from '../working-hours/context.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import type { Target } from './endpoints.ts';
import {
  type AnswerKind,
  createHandOver,
  createVapid,
  type HandOver,
  type Outcome,
  openKeys,
  type Vapid,
} from './hand-over.ts';
import { followHours, notifyExpiredSessions } from './hours.ts';
import { insertEdit } from './plan.queries.ts';
import { createPlanner, type Planner } from './planner.ts';
import type { PushToSend } from './push.texts.ts';
import { findQueueState, type QueueState, removeSpent, withdrawAfter } from './queue.queries.ts';
import { hasSubscriptions, removeAgedFarewells, type VapidKeys } from './subscriptions.queries.ts';
import { removeStranded } from './withheld.queries.ts';

/** How often this process looks for work of ended processes, and whether anybody takes pushes by now. */
const LOOK_MS = 5_000;
/** A summary goes within 1 minute after somebody's hours began. */
const HOURS_MS = 20_000;
const TIDY_MS = 60_000;

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  config: Config;
  workingHours: WorkingHours;
  visiblePages: () => VisiblePages;
  heartbeat: Heartbeat;
}

type Answers = Record<AnswerKind, number>;

/** Tells the browsers of people whose page is closed what concerns them. */
export interface PushService {
  /** Makes or reads the keys, and begins with what was left; to be called once, before anybody is served. */
  start(): Promise<void>;
  /** The point by which browsers subscribe. */
  readonly publicKey: string;
  /** Somebody subscribed just now. */
  subscribed(): void;
  /** At once, and once. */
  handOver(target: Target, push: PushToSend): Promise<Outcome>;
  /** Looks at people whose hours have begun since the last look, and at sessions that have lapsed. */
  followClock(): Promise<void>;
  /** The state of the queue, for the metrics. */
  queue(): Promise<QueueState>;
  /** How push services answered since the start. */
  answers(): Answers;
  close(): Promise<void>;
}

const noAnswers = (): Answers => ({
  taken: 0,
  gone: 0,
  too_many: 0,
  failed: 0,
  no_connection: 0,
  no_answer: 0,
  private_address: 0,
  refused: 0,
});

/** All of push: the keys, who is told what, the queue, and what goes to push services. */
class Push implements PushService, PushHints {
  readonly #deps: Deps;
  readonly #planner: Planner;
  readonly #answers = noAnswers();
  #keys: VapidKeys | undefined;
  #sending: { handOver: HandOver; vapid: Vapid } | undefined;
  #delivery: Delivery | undefined;
  #jobs: Job[] = [];
  /** Somebody takes pushes: else nothing is asked or written for them. */
  #isWanted = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { db, log, config, workingHours, visiblePages } = deps;
    this.#planner = createPlanner({
      db,
      log,
      workingHours,
      visiblePages,
      isWanted: () => this.#isWanted,
      timing: config.timing,
      onQueued: () => this.#delivery?.wake(),
    });
  }

  get publicKey(): string {
    return required(this.#keys, 'keys of push').publicKey;
  }

  async start(): Promise<void> {
    const { db, log, config, workingHours, heartbeat } = this.#deps;
    this.#keys = await openKeys(db);
    if (!config.push.isOn) return;
    const vapid = createVapid(this.#keys, config);
    const { timing } = config;
    const { showsContent, allowsPrivate } = config.push;
    this.#sending = { vapid, handOver: createHandOver({ vapid, allowsPrivate, timing }) };
    this.#isWanted = await hasSubscriptions(db);
    this.#delivery = createDelivery({
      db,
      log,
      workingHours,
      showsContent,
      isWanted: () => this.#isWanted,
      timing: config.timing,
      rules: config,
      handOver: this.handOver,
      onSettled: (chatIds) => this.#planner.settled(chatIds),
    });
    const onError = logUnlessTransient(log, 'pushes were not looked after');
    this.#jobs = [
      heartbeat.every(
        LOOK_MS,
        (found) => this.#isCalled(found),
        () => this.#recover(),
        onError,
      ),
      heartbeat.every(
        timing.pushQueueMs,
        ({ hasQueuedPushes }) => hasQueuedPushes && this.#isWanted,
        async () => this.#delivery?.wake(),
        onError,
      ),
      heartbeat.every(
        timing.pushQueueMs,
        ({ hasSpentPushes }) => hasSpentPushes,
        () => removeSpent(db),
        onError,
      ),
      nowAndEvery(HOURS_MS, () => this.followClock(), onError),
      every(TIDY_MS, () => this.#tidy(), onError),
    ];
  }

  subscribed(): void {
    this.#isWanted = this.#deps.config.push.isOn;
  }

  sent(chatId: number): void {
    this.#planner.sent(chatId);
  }

  edited(): void {
    this.#planner.edited();
  }

  settled(chatIds: number[]): void {
    this.#planner.settled(chatIds);
  }

  left(groupIds: number[]): void {
    this.#planner.left(groupIds);
  }

  lost(userIds: number[]): void {
    this.#planner.lost(userIds);
  }

  async noteEdit(tx: Db, messageId: number, chatId: number, newMentions: number[]): Promise<void> {
    if (this.#deps.config.push.isOn) await insertEdit(tx, messageId, chatId, newMentions);
  }

  readonly handOver = async (target: Target, given: PushToSend): Promise<Outcome> => {
    const { vapid, handOver } = required(this.#sending, 'start of push');
    const { push, about, ttl, urgency } = given;
    const wishes = { ttl, topic: vapid.topicOf(about), urgency };
    const outcome = await handOver.send(target, push, wishes);
    this.#answers[outcome.answer]++;
    return outcome;
  };

  queue(): Promise<QueueState> {
    return findQueueState(this.#deps.db);
  }

  answers(): Answers {
    return { ...this.#answers };
  }

  async close(): Promise<void> {
    await Promise.all(this.#jobs.map((job) => job.close()));
    await this.#planner.close();
    await this.#delivery?.close();
    this.#sending?.handOver.close();
  }

  #isCalled({ hasSubscriptions, hasNews, hasLeftPages }: WaitingWork): boolean {
    const isNew = hasSubscriptions !== this.#isWanted;
    return isNew || hasLeftPages || (hasSubscriptions && hasNews);
  }

  async #recover(): Promise<void> {
    const { db, visiblePages } = this.#deps;
    this.#isWanted = await hasSubscriptions(db);
    if (this.#isWanted) await this.#planner.recoverUnplanned();
    else await visiblePages().recoverOrphans();
  }

  async followClock(): Promise<void> {
    if (!this.#isWanted) return;
    const { db, log, workingHours } = this.#deps;
    const { handOver } = this;
    const watched = { db, log, workingHours, handOver, onQueued: () => this.#delivery?.wake() };
    await followHours(watched);
    await notifyExpiredSessions(watched);
  }

  async #tidy(): Promise<void> {
    if (!this.#isWanted) return;
    const { db } = this.#deps;
    for (let after: number | null = 0; after !== null; ) {
      const found: { queued: number; last: number | null } = await withdrawAfter(db, after);
      if (found.queued > 0) this.#delivery?.wake();
      after = found.last;
    }
    await removeAgedFarewells(db);
    await removeStranded(db);
  }
}

export const createPush = (
  deps: Deps,
): PushService & PushHints & { lost(userIds: number[]): void } => new Push(deps);
