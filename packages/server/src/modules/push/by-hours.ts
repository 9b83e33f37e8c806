import type { Database, Db } from '../../db/database.ts';
import type { HoursStatus, WorkingHours } from '../working-hours/context.ts';
import { type Candidate, lockProgress, queueMessages, type Unplanned } from './plan.queries.ts';
import { type Settled, settlePushes } from './queue.queries.ts';
import { noteWithheld, onlySeq, takeGoing } from './withheld.queries.ts';

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
