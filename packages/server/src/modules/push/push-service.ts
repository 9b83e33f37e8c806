import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config/env.ts';
import type { Database } from '../../db/database.ts';
import { logUnlessTransient } from '../../db/faults.ts';
import { every, nowAndEvery, type Repeated } from '../../shared/every.ts';
import type { PushHints } from '../chat/context.ts';
import type { VisiblePages } from '../presence/context.ts';
import type { WorkingHours } from '../working-hours/context.ts';
import type { PushService } from './context.ts';
import { createDelivery } from './delivery.ts';
import type { Target } from './endpoints.ts';
import {
  type AnswerKind,
  answerKinds,
  createHandOver,
  type HandOver,
  type Outcome,
} from './hand-over.ts';
import { removeAgedStandings } from './hours.queries.ts';
import { followHours, sayFarewells } from './hours-watch.ts';
import { insertEdit } from './plan.queries.ts';
import { createPlanner } from './planner.ts';
import type { PushToSend } from './present-push.ts';
import { findQueueState, removeAged } from './queue.queries.ts';
import { hasSubscriptions } from './subscriptions.queries.ts';
import { createVapid, openKeys, type Vapid } from './vapid.ts';
import { withdrawAfter } from './withdraw.queries.ts';

/** What processes that ended have left, and whether anybody takes pushes by now. */
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
}

/** All of push: the keys, who is told what, the queue, and what goes to push services. */
export function createPush(deps: Deps): PushService & PushHints & { lost(): void } {
  const { db, log, config, workingHours, visiblePages } = deps;
  const { isOn, showsContent, allowsPrivate } = config.push;
  let isWanted = false;
  let publicKey = '';
  let sending: { handOver: HandOver; vapid: Vapid } | undefined;
  let jobs: Repeated[] = [];
  const answers = Object.fromEntries(answerKinds.map((kind) => [kind, 0])) as Record<
    AnswerKind,
    number
  >;

  async function handOver(
    target: Target,
    { push, about, ttl, urgency }: PushToSend,
  ): Promise<Outcome> {
    if (!sending) throw new Error('Push has not started');
    const topic = sending.vapid.topicOf(about);
    const outcome = await sending.handOver.send(target, push, { ttl, topic, urgency });
    answers[outcome.answer]++;
    return outcome;
  }

  const planner = createPlanner({
    db,
    log,
    workingHours,
    visiblePages,
    isWanted: () => isWanted,
    onQueued: () => delivery?.wake(),
  });
  let delivery: ReturnType<typeof createDelivery> | undefined;

  async function lookAround(): Promise<void> {
    isWanted = await hasSubscriptions(db);
    if (!isWanted) return;
    await planner.lookAround();
    await removeAged(db);
  }

  async function followClock(): Promise<void> {
    if (!isWanted) return;
    const watched = { db, workingHours, handOver, onQueued: () => delivery?.wake() };
    await followHours(watched);
    await sayFarewells(watched);
  }

  async function tidy(): Promise<void> {
    if (!isWanted) return;
    for (let after: number | null = 0; after !== null; ) {
      const { queued, last }: { queued: number; last: number | null } = await withdrawAfter(
        db,
        after,
      );
      if (queued > 0) delivery?.wake();
      after = last;
    }
    await removeAgedStandings(db);
  }

  return {
    get publicKey() {
      return publicKey;
    },
    async start() {
      const keys = await openKeys(db);
      publicKey = keys.publicKey;
      if (!isOn) return;
      const vapid = createVapid(keys, config);
      sending = { vapid, handOver: createHandOver({ vapid, allowsPrivate }) };
      isWanted = await hasSubscriptions(db);
      delivery = createDelivery({
        db,
        log,
        workingHours,
        showsContent,
        isWanted: () => isWanted,
        handOver,
        onSettled: (chatIds) => planner.settled(chatIds),
      });
      const onError = logUnlessTransient(log, 'pushes were not looked after');
      jobs = [
        nowAndEvery(LOOK_MS, lookAround, onError),
        nowAndEvery(HOURS_MS, followClock, onError),
        every(TIDY_MS, tidy, onError),
      ];
    },
    subscribed() {
      isWanted = isOn;
    },
    sent: (chatId) => planner.sent(chatId),
    edited: () => planner.edited(),
    settled: (chatIds) => planner.settled(chatIds),
    left: (groupIds) => planner.left(groupIds),
    lost: () => planner.lost(),
    async noteEdit(tx, messageId, chatId, newMentions) {
      if (isOn) await insertEdit(tx, messageId, chatId, newMentions);
    },
    handOver,
    queue: () => findQueueState(db),
    answers: () => ({ ...answers }),
    async close() {
      await Promise.all(jobs.map((job) => job.close()));
      await planner.close();
      await delivery?.close();
      sending?.handOver.close();
    },
  };
}
