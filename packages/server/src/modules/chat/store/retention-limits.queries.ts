import { type Db, sql } from '../../../db/database.ts';

const DAY_HOURS = 24;
// The most that a day removes: a number of messages, or a share of all where that is more.
const LEAST = 1_000;
const SHARE = 0.05;

/** How many more messages may be removed today; a day begins with its first removal. Locks the row until the commit. */
export async function findAllowance(tx: Db, now: Date): Promise<number> {
  const today = await tx.maybeOne<{ left: number }>(sql`
    select greatest(allowed - removed, 0) as left from retention
    where day_began_at between ${now}::timestamptz - make_interval(hours => ${DAY_HOURS})
      and ${now}::timestamptz + interval '1 hour'
    for update`);
  return today?.left ?? beginDay(tx, now);
}

async function beginDay(tx: Db, now: Date): Promise<number> {
  const { allowed } = await tx.one<{ allowed: number }>(sql`
    insert into retention (day_began_at, allowed)
    select ${now}::timestamptz,
      greatest(${LEAST}::bigint, floor(${SHARE}::float * sum(last_seq - deleted_count))::bigint)
    from chats
    on conflict (is_only) do update
      set day_began_at = excluded.day_began_at, allowed = excluded.allowed, removed = 0
    returning allowed`);
  return allowed;
}

export async function updateRemoved(tx: Db, count: number): Promise<void> {
  await tx.run(sql`update retention set removed = removed + ${count}`);
}

/** Messages that are past their time and still there, with why and since when. */
export interface Held {
  by: 'CLOCK' | 'LIMIT';
  messages: number;
  since: Date;
}

export const findHeld = (db: Db): Promise<Held | undefined> =>
  db.maybeOne(sql`
    select held_by as by, held_messages as messages, held_since as since
    from retention where held_by is not null`);

export async function updateHeld(
  db: Db,
  held: Pick<Held, 'by' | 'messages'> | undefined,
  now: Date,
): Promise<void> {
  const { by = null, messages = 0 } = held ?? {};
  await db.run(sql`
    insert into retention as r (held_by, held_messages, held_since)
    values (${by}, ${messages}, case when ${by}::text is not null then ${now}::timestamptz end)
    on conflict (is_only) do update
      set held_by = excluded.held_by, held_messages = excluded.held_messages,
        held_since = case when r.held_by = excluded.held_by then r.held_since else excluded.held_since end`);
}

/** Where counting goes on in a chat: from the message with this number. */
export interface Counting {
  id: number;
  agedFrom: number;
}

/**
 * Of `size` messages of each chat how many come before the first that is younger than `time`, and whether they are all
 * of them.
 */
export function countAgedIn(
  db: Db,
  chats: Counting[],
  time: Date,
  size: number,
): Promise<{ id: number; messages: number; areAll: boolean }[]> {
  return db.many(sql`
    select here.id, count(*) filter (where here.is_aged) as messages, count(*) filter (where here.is_aged) = ${size} as are_all
    from (
      select c.id, bool_and(m.created_at < ${time}) over (partition by c.id order by m.seq) as is_aged
      from unnest(
          ${chats.map(({ id }) => id)}::bigint[], ${chats.map(({ agedFrom }) => agedFrom)}::bigint[]
        ) as c (id, aged_from), lateral (
          select seq, created_at from messages
          where chat_id = c.id and seq >= c.aged_from and seq < c.aged_from + ${size}::int offset 0
        ) m
    ) here
    group by here.id`);
}
