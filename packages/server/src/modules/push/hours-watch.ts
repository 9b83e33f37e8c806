import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';

import { failAlone } from '../../jobs/worker.ts';
import type { WorkingHours } from '../working-hours/context.ts';
import { isReached } from './by-hours.ts';
import type { Target } from './endpoints.ts';
import type { Outcome } from './hand-over.ts';
import {
  type Farewell,
  findFarewells,
  postponeFarewells,
  removeFarewells,
  takeFarewells,
} from './hours.queries.ts';
import { endedPush, type PushToSend, ttlOf } from './present-push.ts';
import { findWithheldPeople, queueSummaries } from './withheld.queries.ts';

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
