import type { Database } from '../../db/database.ts';
import type { HoursStatus } from '../working-hours/context.ts';
import { type Settled, settlePushes } from './queue.queries.ts';
import { noteWithheld, onlySeq, takeGoing } from './withheld.queries.ts';

/** Pushes reach the person now: they are inside their hours, or chose to be notified outside them. */
export const isReached = (status: HoursStatus | undefined): boolean =>
  status !== undefined && (status.inside || status.outsideHours);

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
