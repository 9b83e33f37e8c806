import type { Context } from '../../context.ts';
import { type Db, sql } from '../../db/database.ts';

/** The state of the clock that decides what is old enough to be removed. */
interface ClockState {
  /** The last time that was believed. */
  trustedAt: Date | null;
  lookedAt: Date | null;
  doubtedSince: Date | null;
  /** For how long it has gone steadily while it was doubted. */
  steadyMs: number;
}

const unknownClock: ClockState = {
  trustedAt: null,
  lookedAt: null,
  doubtedSince: null,
  steadyMs: 0,
};

/** Locks the clock's row until the commit. */
const lockClock = (tx: Db): Promise<ClockState> =>
  tx.one(sql`
    insert into clock (is_only) values (true)
    on conflict (is_only) do update set is_only = true
    returning trusted_at, looked_at, doubted_since, steady_ms`);

const findClock = (db: Db): Promise<ClockState | undefined> =>
  db.maybeOne(sql`select trusted_at, looked_at, doubted_since, steady_ms from clock`);

/** When people last wrote or did anything. */
async function findLastActivity(db: Db): Promise<Date | null> {
  const { newest } = await db.one<{ newest: Date | null }>(sql`
    select greatest(
      (select max(last_message_at) from chats), (select max(last_used_at) from sessions)
    ) as newest`);
  return newest;
}

async function updateClock(
  tx: Db,
  { trustedAt, lookedAt, doubtedSince, steadyMs }: ClockState,
): Promise<void> {
  await tx.run(sql`
    insert into clock (trusted_at, looked_at, doubted_since, steady_ms)
    values (${trustedAt}, ${lookedAt}, ${doubtedSince}, ${steadyMs})
    on conflict (is_only) do update set trusted_at = excluded.trusted_at, looked_at = excluded.looked_at,
      doubted_since = excluded.doubted_since, steady_ms = excluded.steady_ms`);
}

const HOUR_MS = 3_600_000;
// A clock that is put right by a little goes back a little.
const BACK_MS = HOUR_MS;
// A company that closes for a week; nobody is asked anything then.
const AHEAD_MS = 7 * 24 * HOUR_MS;
// A look comes every hour. The time between two starts does not count as time that somebody could have noticed in.
const STEP_MS = 2 * HOUR_MS;
const STEADY_MS = 72 * HOUR_MS;

const follows = (now: Date, before: Date): boolean => {
  const passed = now.getTime() - before.getTime();
  return passed >= -BACK_MS && passed <= AHEAD_MS;
};

/** The later of two times, either of which may be unknown. */
function latest(...times: (Date | null)[]): Date | undefined {
  const known = times.filter((time) => time !== null).sort((one, other) => +one - +other);
  return known.at(-1);
}

const trusted = (now: Date): ClockState => ({
  trustedAt: now,
  lookedAt: now,
  doubtedSince: null,
  steadyMs: 0,
});

/**
 * The time to believe once the clock says `now`, and people's newest activity is from `newest`. A clock that does not
 * follow on what was known is doubted until it says again what would follow, or has gone steadily for three days of
 * running.
 */
function assessClock(state: ClockState, now: Date, newest: Date | null): ClockState {
  const { trustedAt, lookedAt, doubtedSince } = state;
  if (trustedAt && follows(now, trustedAt)) return trusted(now);
  if (!doubtedSince) {
    const known = latest(trustedAt, newest);
    if (!known || follows(now, known)) return trusted(now);
  } else if (lookedAt && follows(now, lookedAt)) {
    const step = Math.max(0, now.getTime() - lookedAt.getTime());
    const steadyMs = state.steadyMs + Math.min(step, STEP_MS);
    return steadyMs >= STEADY_MS ? trusted(now) : { ...state, lookedAt: now, steadyMs };
  }
  return { trustedAt: trustedAt ?? newest, lookedAt: now, doubtedSince: now, steadyMs: 0 };
}

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
  updateClock(db, trusted(now));
