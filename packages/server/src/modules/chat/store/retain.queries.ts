import { type Db, sql } from '../../../db/database.ts';
import { removeUnseenDeletionsUpTo } from './direct-unread.ts';
import { lockChatForRemoval } from './holds.queries.ts';
import { removeAdvancesUpTo } from './receipt-history.queries.ts';

/** The people whose messages are kept wherever they are. */
const heldPeople = sql`(select h.user_id from holds h where h.user_id is not null)`;

/** Whether a hold keeps all of the chat `c`. */
const isWhollyHeld = sql`exists (
  select from holds h
  where h.chat_id = c.id or (c.kind <> 'GROUP' and h.user_id in (c.low_user_id, c.high_user_id))
)`;

/** How long messages are kept at `now`: days for all chats, or none. A group may have fewer for its own. */
export interface Term {
  now: Date;
  days: number | null;
}

/** A chat whose beginning is from before `time`, which its term comes to: its oldest message has this number. */
export interface AgedChat {
  id: number;
  time: Date;
  agedFrom: number;
}

/**
 * The chats after `chatId`, each with its time and the number of its oldest message if that is from before and no hold
 * keeps the chat; one look into the index for each.
 */
export function findChatsByAge(
  db: Db,
  chatId: number,
  { now, days }: Term,
  limit: number,
): Promise<(AgedChat | { id: number; agedFrom: null })[]> {
  return db.many(sql`
    select c.id, c.time, case when not ${isWhollyHeld} then (
      select case when m.created_at < c.time then m.seq end from messages m where m.chat_id = c.id order by m.seq limit 1
    ) end as aged_from
    from (
      select id, kind, low_user_id, high_user_id, ${now}::timestamptz - make_interval(secs => 86400 * least(
          ${days}::float8, (select g.retention_days from groups g where g.id = chats.group_id)
        )) as time
      from chats where id > ${chatId} order by id limit ${limit}
    ) c
    order by c.id`);
}

/** Whether any group has days of its own. */
export async function hasGroupTerms(db: Db): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    select exists (select from groups where retention_days is not null) as some`);
  return some;
}

const RETENTION_LOCK = 4_519_003;

/** Locks removal by age until the commit; false when another process holds the lock and `waits` is not set. */
export async function lockRetention(tx: Db, waits = false): Promise<boolean> {
  if (waits) {
    await tx.run(sql`select pg_advisory_xact_lock(${RETENTION_LOCK})`);
    return true;
  }
  const { isHeld } = await tx.one<{ isHeld: boolean }>(
    sql`select pg_try_advisory_xact_lock(${RETENTION_LOCK}) as is_held`,
  );
  return isHeld;
}

interface AgedMessage {
  id: number;
  seq: number;
  hasFile: boolean;
  isDeleted: boolean;
}

/**
 * Removes, among the chat's oldest `limit` messages, all before the first that is younger than `time` or that a hold
 * keeps. Locks the chat till the commit.
 */
export async function removeOldestBefore(
  tx: Db,
  chatId: number,
  time: Date,
  limit: number,
): Promise<AgedMessage[]> {
  // Before the messages, as sends and deletions do; joining the chat need not wait for it.
  await lockChatForRemoval(tx, chatId);
  const { upTo } = await tx.one<{ upTo: number | null }>(sql`
    select max(seq) filter (where is_aged) as up_to
    from (
      select seq, bool_and(created_at < ${time} and sender_id not in ${heldPeople}) over (order by seq) as is_aged
      from (
        select m.seq, m.created_at, m.sender_id
        from (select seq from messages where chat_id = ${chatId} order by seq limit 1) first, lateral (
          select * from messages where chat_id = ${chatId} and seq >= first.seq and seq < first.seq + ${limit} offset 0
        ) m
      ) oldest
    ) marked
    where not exists (select from chats c where c.id = ${chatId} and ${isWhollyHeld})`);
  if (upTo === null) return [];
  return tx.many(sql`
    delete from messages where chat_id = ${chatId} and seq <= ${upTo}
    returning id, seq, type <> 'TEXT' as has_file, deleted_at is not null as is_deleted`);
}

const lastOf = (messages: AgedMessage[]) => Math.max(...messages.map(({ seq }) => seq));

/**
 * Reactions, mentions, originals, the marks' ways over them and notes of deletions go with their messages; files are
 * let go and given back, their bytes are still to be removed.
 */
export async function deleteDependents(
  tx: Db,
  chatId: number,
  messages: AgedMessage[],
): Promise<string[]> {
  const ids = messages.map(({ id }) => id);
  // The planner takes a range for narrow, and looks each up by its index.
  const gone = sql`
    unnest(${ids}::bigint[]) with ordinality as gone (id, at) where gone.at between 1 and ${ids.length}`;
  await tx.run(sql`delete from reactions r using ${gone} and r.message_id = gone.id`);
  await tx.run(sql`delete from mentions m using ${gone} and m.message_id = gone.id`);
  await tx.run(sql`delete from earlier_mentions m using ${gone} and m.message_id = gone.id`);
  await tx.run(sql`
    delete from message_originals o using ${gone} and o.chat_id = ${chatId} and o.message_id = gone.id`);
  await tx.run(sql`delete from kept_messages k using ${gone} and k.message_id = gone.id`);
  const upTo = lastOf(messages);
  await removeAdvancesUpTo(tx, chatId, upTo);
  await removeUnseenDeletionsUpTo(tx, chatId, upTo);
  const carriers = messages.filter(({ hasFile }) => hasFile).map(({ id }) => id);
  if (carriers.length === 0) return [];
  const files = await tx.many<{ uuid: string }>(sql`
    update files set message_id = null where message_id = any(${carriers}::bigint[]) returning uuid`);
  return files.map(({ uuid }) => uuid);
}

/**
 * Takes removed messages out of their chat's counts, as deletions are; numbers given stay given. A message that
 * nobody can read any more counts as seen by all: unread counters then follow from the marks as ever, and no mark
 * passes a message that is still there.
 */
export async function updateChatWithoutOldest(
  tx: Db,
  chatId: number,
  removed: AgedMessage[],
): Promise<void> {
  const ids = removed.map(({ id }) => id);
  const shown = removed.filter(({ isDeleted }) => !isDeleted).length;
  const upTo = lastOf(removed);
  await tx.run(sql`
    update chats set deleted_count = deleted_count + ${shown},
      last_message_id = case when last_message_id = any(${ids}::bigint[]) then null else last_message_id end,
      last_message_at = case when last_message_id = any(${ids}::bigint[]) then null else last_message_at end
    where id = ${chatId}`);
  await tx.run(sql`
    with behind as (
      select user_id, seen_seq from chat_members
      where chat_id = ${chatId} and seen_seq < ${upTo}
      order by user_id for no key update
    ), counted as (
      select k.user_id, k.group_id, change.messages
      from (
        select behind.user_id, c.group_id, behind.seen_seq - ${upTo} as messages
        from behind join chats c on c.id = ${chatId} and c.kind = 'DIRECT'
      ) change
        join direct_unread k on k.user_id = change.user_id and k.group_id = change.group_id
      where change.messages <> 0
      order by k.user_id, k.group_id
      for no key update of k
    ), applied as (
      update direct_unread k set messages = k.messages + counted.messages
      from counted where k.user_id = counted.user_id and k.group_id = counted.group_id
    )
    update chat_members m
    set delivered_seq = greatest(m.delivered_seq, ${upTo}), seen_seq = ${upTo}
    from behind where m.chat_id = ${chatId} and m.user_id = behind.user_id`);
}

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
export interface RetentionBlock {
  by: 'CLOCK' | 'LIMIT';
  messages: number;
  since: Date;
}

export const findRetentionBlock = (db: Db): Promise<RetentionBlock | undefined> =>
  db.maybeOne(sql`
    select held_by as by, held_messages as messages, held_since as since
    from retention where held_by is not null`);

export async function updateRetentionBlock(
  db: Db,
  held: Pick<RetentionBlock, 'by' | 'messages'> | undefined,
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

/**
 * Counts, among `size` messages of each chat from `agedFrom` on, those before the first that is younger than its time
 * and that no hold keeps, and whether all are that old. Emptied ones between held ones are not counted.
 */
export function countAgedIn(
  db: Db,
  chats: AgedChat[],
  size: number,
): Promise<{ id: number; messages: number; areAll: boolean }[]> {
  return db.many(sql`
    select here.id, count(*) filter (where here.is_aged and here.goes) as messages,
      count(*) filter (where here.is_aged) = ${size} as are_all
    from (
      select c.id, bool_and(m.created_at < c.time) over (partition by c.id order by m.seq) as is_aged,
        m.sender_id not in ${heldPeople} and (m.deleted_at is null or not exists ${heldPeople}) as goes
      from unnest(
          ${chats.map(({ id }) => id)}::bigint[], ${chats.map(({ agedFrom }) => agedFrom)}::bigint[],
          ${chats.map(({ time }) => time)}::timestamptz[]
        ) as c (id, aged_from, time), lateral (
          select seq, created_at, sender_id, deleted_at from messages
          where chat_id = c.id and seq >= c.aged_from and seq < c.aged_from + ${size}::int offset 0
        ) m
    ) here
    group by here.id`);
}
