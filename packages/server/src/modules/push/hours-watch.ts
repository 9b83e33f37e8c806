import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.ts';
import { failAlone } from '../../db/faults.ts';
import type { HoursStatus, WorkingHours } from '../working-hours/context.ts';
import type { Target } from './endpoints.ts';
import type { Outcome } from './hand-over.ts';
import {
  type Begun,
  type Farewell,
  findFarewells,
  findStandings,
  postponeFarewells,
  queueSummaries,
  removeFarewells,
  type Standing,
  type StandingRow,
  takeFarewells,
  upsertStandings,
} from './hours.queries.ts';
import { endedPush, type PushToSend, ttlOf } from './present-push.ts';

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  workingHours: Pick<WorkingHours, 'statusOf'>;
  handOver: (target: Target, push: PushToSend) => Promise<Outcome>;
  onQueued: () => void;
}

/**
 * Notes who has come into their hours or gone out of them since the last look, by the clock or by a change; whoever came
 * in is told what came meanwhile. Each change is followed by the process that has noted it, and by no other.
 */
export async function followHours(deps: Deps): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: StandingRow[] = await findStandings(deps.db, after);
    await failAlone(
      rows,
      (some) => followSome(deps, some),
      ({ userId }, error) => deps.log.error({ err: error, userId }, 'hours were not followed'),
    );
    after = rows.at(-1)?.userId;
  }
}

async function followSome(
  { db, workingHours, onQueued }: Deps,
  rows: StandingRow[],
): Promise<void> {
  const now = new Date();
  const userIds = rows.map(({ userId }) => userId);
  const status = await workingHours.statusOf(userIds, now);
  const changed = rows.flatMap((row) => changeOf(row, status.get(row.userId), now));
  if (changed.length === 0) return;
  const noted = new Set(await upsertStandings(db, changed));
  const begun = changed.flatMap(({ userId, isInside, wasInside, wasOutsideSince }): Begun[] =>
    noted.has(userId) && isInside && wasInside === false && wasOutsideSince
      ? [{ userId, since: wasOutsideSince }]
      : [],
  );
  if (begun.length > 0 && (await queueSummaries(db, begun)) > 0) onQueued();
}

interface Change extends Standing {
  wasInside: boolean | null;
  wasOutsideSince: Date | null;
}

/** None where the person stands as before. */
function changeOf(row: StandingRow, status: HoursStatus | undefined, now: Date): Change[] {
  if (!status) return [];
  const { userId, isInside: wasInside, changesAt, outsideSince: wasOutsideSince } = row;
  const { inside: isInside, until } = status;
  const isAsBefore = isInside === wasInside && until?.getTime() === changesAt?.getTime();
  if (isAsBefore) return [];
  const outsideSince = isInside ? null : (wasOutsideSince ?? beganOutside(row, now));
  return [{ userId, isInside, changesAt: until, outsideSince, wasInside, wasOutsideSince }];
}

/** By the clock it was known when that would be; a change is noticed now, and so is somebody who subscribes outside. */
function beganOutside({ isInside, changesAt, subscribedAt }: StandingRow, now: Date): Date {
  if (isInside === null) return subscribedAt;
  return changesAt && changesAt < now ? changesAt : now;
}

const LATER_MS = 60_000;
const MAX_TRIES = 5;

/** Tells browsers that their session has lapsed: once, and within their person's hours (rules/push 11). */
export async function sayFarewells({ db, workingHours, handOver }: Deps): Promise<void> {
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
