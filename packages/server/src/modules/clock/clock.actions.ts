import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import {
  assessClock,
  findClock,
  findLastActivity,
  lockClock,
  unknownClock,
  updateClock,
} from './clock.queries.ts';

/**
 * Whether the clock may be believed that says `now`: to be asked before anything is removed for good by its age. A clock that
 * is a year ahead at one start would make everything old.
 */
export async function checkClock(ctx: Pick<Context, 'db' | 'log'>, now: Date): Promise<boolean> {
  const state = await ctx.db.transaction(async (tx) => {
    const before = await lockClock(tx);
    const after = assessClock(before, now, await findLastActivity(tx));
    await updateClock(tx, after);
    return after;
  });
  if (!state.doubtedSince) return true;
  const { trustedAt, doubtedSince } = state;
  ctx.log.warn(
    { now, trustedAt, doubtedSince },
    'the clock is not believed, nothing is removed by age',
  );
  return false;
}

/** Whether what the clock says follows on what was known before; it leaves no trace, and decides nothing. */
export async function isClockPlausible(db: Db, now: Date): Promise<boolean> {
  const before = (await findClock(db)) ?? unknownClock;
  return assessClock(before, now, await findLastActivity(db)).doubtedSince === null;
}

/** The operator vouches for the clock. */
export const trustClock = ({ db }: Pick<Context, 'db'>, now: Date): Promise<void> =>
  updateClock(db, { trustedAt: now, lookedAt: now, doubtedSince: null, steadyMs: 0 });
