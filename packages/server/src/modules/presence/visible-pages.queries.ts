import { type Db, sql } from '../../db/database.ts';
import type { LostLook } from './context.ts';

/** Whether a person looks at a page of this process, since so many ms. */
export interface Look {
  userId: number;
  isVisible: boolean;
  isLost: boolean;
  msAgo: number;
}

export async function upsertLooks(db: Db, processId: string, looks: Look[]): Promise<void> {
  await db.run(sql`
    insert into visible_pages as v (process_uuid, user_id, since, until, is_lost)
    select ${processId}, user_id, at, case when not is_visible then at end, is_lost
    from (
      select user_id, is_visible, is_lost, clock_timestamp() - ms_ago * interval '1 millisecond' as at
      from unnest(
        ${looks.map(({ userId }) => userId)}::bigint[], ${looks.map(({ isVisible }) => isVisible)}::boolean[],
        ${looks.map(({ isLost }) => isLost)}::boolean[], ${looks.map(({ msAgo }) => msAgo)}::float8[]
      ) as l (user_id, is_visible, is_lost, ms_ago)
      order by user_id
    ) look
    on conflict (process_uuid, user_id) do update
    set since = case when excluded.until is null then excluded.since else v.since end,
      until = excluded.until, is_lost = excluded.is_lost`);
}

/** Marks the sockets of processes that ended without a word as lost. */
export async function updateOrphans(db: Db): Promise<void> {
  await db.run(sql`
    update visible_pages set until = clock_timestamp(), is_lost = true
    where until is null and process_uuid not in (select uuid from processes)`);
}

export function findLost(db: Db, graceMs: number): Promise<LostLook[]> {
  return db.many(sql`
    select v.user_id, max(v.until) as until, bool_or(v.process_uuid not in (select uuid from processes)) as is_orphan
    from visible_pages v
    where v.is_lost and v.until < clock_timestamp() - ${graceMs} * interval '1 millisecond'
      and not exists (select from visible_pages o where o.user_id = v.user_id and o.until is null)
    group by v.user_id
    limit 1000`);
}

/** Losses that have been followed count as looks until then: a message of that time may be planned later. */
export async function updateFollowed(db: Db, lost: LostLook[]): Promise<void> {
  await db.run(sql`
    update visible_pages v set is_lost = false
    from unnest(${lost.map(({ userId }) => userId)}::bigint[], ${lost.map(({ until }) => until)}::timestamptz[]) as l (user_id, until)
    where v.user_id = l.user_id and v.is_lost and date_trunc('milliseconds', v.until) <= l.until`);
}

/** Hidden so long ago that no message that is still to be pushed was stored before. */
export async function removeAgedLooks(db: Db): Promise<void> {
  await db.run(sql`
    delete from visible_pages where until < now() - interval '10 minutes'`);
}
