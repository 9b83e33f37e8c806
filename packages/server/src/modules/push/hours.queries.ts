import { type Db, fixed, sql } from '../../db/database.ts';
import type { Target } from './endpoints.ts';
import { letsThrough } from './queue.queries.ts';

/**
 * Where a subscribed person stood in their hours when that was last looked at; all null where nobody has looked yet.
 */
export interface StandingRow {
  userId: number;
  isInside: boolean | null;
  changesAt: Date | null;
  outsideSince: Date | null;
  /** Since when they take pushes. */
  subscribedAt: Date;
}

const PEOPLE_AT_ONCE = 1_000;

/** The people with subscriptions after `after`, in the order of their ids. */
export const findStandings = (db: Db, after: number): Promise<StandingRow[]> =>
  db.many(sql`
    select s.user_id, h.is_inside, h.changes_at, h.outside_since, s.subscribed_at
    from (
      select user_id, min(created_at) as subscribed_at from push_subscriptions where user_id > ${after}
      group by user_id order by user_id limit ${fixed(PEOPLE_AT_ONCE)}
    ) s left join push_hours h on h.user_id = s.user_id
    order by s.user_id`);

export interface Standing {
  userId: number;
  isInside: boolean;
  changesAt: Date | null;
  outsideSince: Date | null;
}

/** Gives those whom no other process has noted meanwhile: whoever has noted a change follows it. */
export async function upsertStandings(
  db: Db,
  standings: (Standing & { wasInside: boolean | null })[],
): Promise<number[]> {
  const rows = await db.many<{ userId: number }>(sql`
    insert into push_hours as h (user_id, is_inside, changes_at, outside_since)
    select user_id, is_inside, changes_at, outside_since from unnest(
      ${standings.map(({ userId }) => userId)}::bigint[], ${standings.map(({ isInside }) => isInside)}::boolean[],
      ${standings.map(({ changesAt }) => changesAt)}::timestamptz[], ${standings.map(({ outsideSince }) => outsideSince)}::timestamptz[]
    ) as s (user_id, is_inside, changes_at, outside_since)
    order by user_id
    on conflict (user_id) do update
    set is_inside = excluded.is_inside, changes_at = excluded.changes_at, outside_since = excluded.outside_since
    where h.is_inside <> excluded.is_inside or h.changes_at is distinct from excluded.changes_at
    returning user_id`);
  return rows.map(({ userId }) => userId);
}

/** Somebody whose hours have begun, and who was outside them since then. */
export interface Begun {
  userId: number;
  since: Date;
}

/** Queues for each how many messages came outside their hours and are unread; nothing where there are none. */
export const queueSummaries = (db: Db, begun: Begun[]): Promise<number> =>
  db.run(sql`
    with unread as (
      select b.user_id, count(*) as messages, count(distinct m.chat_id) as chats
      from unnest(${begun.map(({ userId }) => userId)}::bigint[], ${begun.map(({ since }) => since)}::timestamptz[]) as b (user_id, since)
        join chat_members cm on cm.user_id = b.user_id and cm.left_at is null
        join chats c on c.id = cm.chat_id and c.kind <> 'PERSONAL' and c.last_seq > cm.seen_seq and c.last_message_at >= b.since
        join messages m on m.chat_id = c.id and m.seq > cm.seen_seq and m.sender_id <> b.user_id and m.deleted_at is null
          and m.created_at >= b.since
      where ${letsThrough(sql`now()`)}
      group by b.user_id
    )
    insert into push_notifications as n (subscription_id, chat_id, waiting, waiting_id, waiting_seq, waiting_since)
    select s.id, 0, 'SUMMARY', unread.messages, unread.chats, now()
    from unread join push_subscriptions s on s.user_id = unread.user_id
    on conflict (subscription_id, chat_id) do update
    set waiting = excluded.waiting, waiting_id = excluded.waiting_id, waiting_seq = excluded.waiting_seq,
      waiting_since = excluded.waiting_since, version = n.version + 1, next_at = greatest(n.next_at, now())`);

/** A browser that is yet to be told that its session has lapsed. */
export interface Farewell extends Target {
  userId: number;
  tries: number;
}

const FAREWELLS_AT_ONCE = 100;

export const findFarewells = (db: Db): Promise<Farewell[]> =>
  db.many(sql`
    select f.endpoint, f.host, f.p256dh, f.auth, f.user_id, f.tries
    from push_farewells f join users u on u.id = f.user_id and u.blocked_at is null and u.deleted_at is null
    where f.next_at <= now() order by f.next_at limit ${fixed(FAREWELLS_AT_ONCE)}`);

/** Takes farewells that no other process has taken; after that time another one may. */
export async function takeFarewells(db: Db, endpoints: string[]): Promise<string[]> {
  const rows = await db.many<{ endpoint: string }>(sql`
    update push_farewells f set next_at = now() + interval '1 minute', tries = f.tries + 1
    from (
      select endpoint from push_farewells where endpoint = any(${endpoints}::text[]) and next_at <= now()
      for update skip locked
    ) free where f.endpoint = free.endpoint
    returning f.endpoint`);
  return rows.map(({ endpoint }) => endpoint);
}

/** Puts off the farewells of people who are outside their hours. */
export async function postponeFarewells(db: Db, endpoints: string[], ms: number): Promise<void> {
  await db.run(sql`
    update push_farewells set next_at = now() + ${ms} * interval '1 millisecond'
    where endpoint = any(${endpoints}::text[])`);
}

export async function removeFarewells(db: Db, endpoints: string[]): Promise<void> {
  await db.run(sql`delete from push_farewells where endpoint = any(${endpoints}::text[])`);
}

/** Removes rows that nobody asks about any more. */
export async function removeAgedStandings(db: Db): Promise<void> {
  await db.run(sql`
    delete from push_hours h where not exists (select from push_subscriptions s where s.user_id = h.user_id)`);
  await db.run(sql`delete from push_farewells where lapsed_at < now() - interval '30 days'`);
  await db.run(sql`delete from push_progress where planned_at < now() - interval '1 hour'`);
}
