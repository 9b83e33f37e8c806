import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '../../db/database.ts';
import { failAlone } from '../../jobs/worker.ts';
import type { HoursStatus, WorkingHours } from '../working-hours/context.ts';
import type { Target } from './endpoints.ts';
import type { Outcome } from './hand-over.ts';
import { type Candidate, lockProgress, queueMessages, type Unplanned } from './plan.queries.ts';
import { endedPush, type PushToSend, ttlOf } from './push.texts.ts';
import { type Settled, settlePushes } from './queue.queries.ts';
import {
  type Farewell,
  findFarewells,
  postponeFarewells,
  removeFarewells,
  takeFarewells,
} from './subscriptions.queries.ts';
import {
  findWithheldPeople,
  noteWithheld,
  onlySeq,
  queueSummaries,
  takeGoing,
} from './withheld.queries.ts';

/** Pushes reach the person now: they are inside their hours, or chose to be notified outside them. */
export const isReached = (status: HoursStatus | undefined): boolean =>
  status !== undefined && (status.inside || status.outsideHours);

/** People inside their hours then, or who chose to be notified outside them; and people from whom it is withheld. */
export interface ByHours {
  reached: Candidate[];
  withheld: Candidate[];
}

export async function sortByHours(
  workingHours: Pick<WorkingHours, 'statusOf'>,
  candidates: Candidate[],
): Promise<ByHours> {
  const byMinute = new Map<number, Candidate[]>();
  for (const one of candidates) {
    const minute = Math.floor(one.at.getTime() / 60_000);
    const then = byMinute.get(minute) ?? [];
    then.push(one);
    byMinute.set(minute, then);
  }
  const by: ByHours = { reached: [], withheld: [] };
  for (const [minute, then] of byMinute) {
    const userIds = [...new Set(then.map(({ userId }) => userId))];
    const status = await workingHours.statusOf(userIds, new Date(minute * 60_000));
    for (const one of then) {
      by[isReached(status.get(one.userId)) ? 'reached' : 'withheld'].push(one);
    }
  }
  return by;
}

export const noteCandidates = (tx: Db, withheld: Candidate[]): Promise<void> =>
  noteWithheld(
    tx,
    withheld.map(({ userId, chatId, seq, seqs = onlySeq(seq) }) => ({ userId, chatId, seqs })),
  );

/** Leaves out chats that another process has gone on with meanwhile; all is in one commit. */
export async function queueAndNote(
  tx: Db,
  chats: Unplanned[],
  { reached, withheld }: ByHours,
): Promise<number[]> {
  const standing = new Set(await lockProgress(tx, chats));
  const isStanding = ({ chatId }: { chatId: number }) => standing.has(chatId);
  await noteCandidates(tx, withheld.filter(isStanding));
  return queueMessages(tx, chats.filter(isStanding), reached);
}

/**
 * Settles pushes. In the same commit what is withheld at the last moment is noted, a summary with all that it counted,
 * and a summary that has reached one of its person's browsers ends.
 */
export async function settle(db: Database, settled: Settled[]): Promise<void> {
  const withheld = settled.filter(({ outcome }) => outcome === 'withheld');
  const summaries = settled.filter(
    ({ waiting, outcome }) => waiting === 'SUMMARY' && outcome === 'taken',
  );
  if (withheld.length + summaries.length === 0) return settlePushes(db, settled);
  const delivered = new Set(summaries.map(({ userId }) => userId));
  const undelivered = new Set(
    withheld.filter(({ waiting }) => waiting === 'SUMMARY').map(({ userId }) => userId),
  );
  await db.transaction(async (tx) => {
    const ended = await takeGoing(tx, [...delivered, ...undelivered]);
    await noteWithheld(tx, [
      ...ended.filter(({ userId }) => !delivered.has(userId)),
      ...withheld.flatMap(({ waiting, userId, chatId, waitingSeq }) =>
        waiting === 'SUMMARY' ? [] : [{ userId, chatId, seqs: onlySeq(waitingSeq) }],
      ),
    ]);
    await settlePushes(tx, settled);
  });
}

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  workingHours: Pick<WorkingHours, 'statusOf'>;
  handOver: (target: Target, push: PushToSend) => Promise<Outcome>;
  onQueued: () => void;
}

/**
 * Queues a summary for each person who has notes of withheld messages and may be notified now. The notes alone decide,
 * so that hours which end and begin again between two looks are not missed.
 */
export async function followHours(deps: Deps): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const people: number[] = await findWithheldPeople(deps.db, after);
    await failAlone(
      people,
      (some) => followSome(deps, some),
      (userId, error) => deps.log.error({ err: error, userId }, 'hours were not followed'),
    );
    after = people.at(-1);
  }
}

async function followSome({ db, workingHours, onQueued }: Deps, userIds: number[]): Promise<void> {
  const status = await workingHours.statusOf(userIds);
  const begun = userIds.filter((userId) => isReached(status.get(userId)));
  if (begun.length > 0 && (await queueSummaries(db, begun)) > 0) onQueued();
}

const LATER_MS = 60_000;
const MAX_TRIES = 5;

/** Tells browsers that their session has lapsed: once, and within their person's hours (rules/push 11). */
export async function notifyExpiredSessions({ db, workingHours, handOver }: Deps): Promise<void> {
  const due = await findFarewells(db);
  if (due.length === 0) return;
  const status = await workingHours.statusOf([...new Set(due.map(({ userId }) => userId))]);
  const isAwake = ({ userId }: Farewell) => status.get(userId)?.inside ?? false;
  const asleep = due.filter((one) => !isAwake(one)).map(({ endpoint }) => endpoint);
  if (asleep.length > 0) await postponeFarewells(db, asleep, LATER_MS);
  const awake = due.filter(isAwake);
  const taken = new Set(
    await takeFarewells(
      db,
      awake.map(({ endpoint }) => endpoint),
    ),
  );
  const reached = awake.filter(({ endpoint }) => taken.has(endpoint));
  const over = await Promise.all(
    reached.map(async ({ userId, tries, ...target }) => {
      const { kind } = await handOver(target, endedPush(ttlOf(status.get(userId))));
      return kind !== 'later' || tries + 1 >= MAX_TRIES ? [target.endpoint] : [];
    }),
  );
  await removeFarewells(db, over.flat());
}
