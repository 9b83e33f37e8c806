import { type Db, sql } from '../../db/database.ts';
import type { ClockState } from './assess-clock.ts';

/** Locks the clock's row until the commit. */
export const lockClock = (tx: Db): Promise<ClockState> =>
  tx.one(sql`
    insert into clock (is_only) values (true)
    on conflict (is_only) do update set is_only = true
    returning trusted_at, looked_at, doubted_since, steady_ms`);

/** When people last wrote or did anything. */
export async function findNewestDeed(db: Db): Promise<Date | null> {
  const { newest } = await db.one<{ newest: Date | null }>(sql`
    select greatest(
      (select max(last_message_at) from chats), (select max(last_used_at) from sessions)
    ) as newest`);
  return newest;
}

export async function updateClock(
  tx: Db,
  { trustedAt, lookedAt, doubtedSince, steadyMs }: ClockState,
): Promise<void> {
  await tx.run(sql`
    insert into clock (trusted_at, looked_at, doubted_since, steady_ms)
    values (${trustedAt}, ${lookedAt}, ${doubtedSince}, ${steadyMs})
    on conflict (is_only) do update set trusted_at = excluded.trusted_at, looked_at = excluded.looked_at,
      doubted_since = excluded.doubted_since, steady_ms = excluded.steady_ms`);
}
