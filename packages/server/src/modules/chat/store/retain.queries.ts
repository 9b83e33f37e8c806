import { type Db, sql } from '../../../db/database.ts';
import { applyUnreadDelta, removeUnseenDeletionsUpTo } from './direct-unread.ts';
import { removeAdvancesUpTo } from './mark-advances.queries.ts';

/**
 * The chats after `chatId`, each with the number of its oldest message if that is from before `time`; one look into the
 * index for each.
 */
export function findChatsByAge(
  db: Db,
  chatId: number,
  time: Date,
  limit: number,
): Promise<{ id: number; agedFrom: number | null }[]> {
  return db.many(sql`
    select c.id, (
      select case when m.created_at < ${time} then m.seq end from messages m where m.chat_id = c.id order by m.seq limit 1
    ) as aged_from
    from chats c where c.id > ${chatId} order by c.id limit ${limit}`);
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

export interface AgedMessage {
  id: number;
  seq: number;
  hasFile: boolean;
  isDeleted: boolean;
}

/**
 * Of the chat's oldest `limit` messages those before the first that is younger than `time`. Holds the chat till the
 * commit.
 */
export async function removeOldestBefore(
  tx: Db,
  chatId: number,
  time: Date,
  limit: number,
): Promise<AgedMessage[]> {
  // Before the messages, as sends and deletions do; joining the chat need not wait for it.
  await tx.run(sql`select from chats where id = ${chatId} for no key update`);
  const { upTo } = await tx.one<{ upTo: number | null }>(sql`
    select max(seq) filter (where is_aged) as up_to
    from (
      select seq, bool_and(created_at < ${time}) over (order by seq) as is_aged
      from (
        select m.seq, m.created_at
        from (select seq from messages where chat_id = ${chatId} order by seq limit 1) first, lateral (
          select * from messages where chat_id = ${chatId} and seq >= first.seq and seq < first.seq + ${limit} offset 0
        ) m
      ) oldest
    ) marked`);
  if (upTo === null) return [];
  return tx.many(sql`
    delete from messages where chat_id = ${chatId} and seq <= ${upTo}
    returning id, seq, type <> 'TEXT' as has_file, deleted_at is not null as is_deleted`);
}

const lastOf = (messages: AgedMessage[]) => Math.max(...messages.map(({ seq }) => seq));

/**
 * Reactions, mentions, originals, the marks' ways over them and notes of deletions go with their messages; files are let
 * go and given back, their bytes are still to be removed.
 */
export async function removeWhatHangsOn(
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
  await tx.run(sql`
    delete from message_originals o using ${gone} and o.chat_id = ${chatId} and o.message_id = gone.id`);
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
 * Takes removed messages out of their chat's counts, as deletions are; numbers given stay given. What nobody can read
 * any more counts as seen by all: unread counters then follow from the marks as ever, and no mark passes a message that
 * is still there.
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
    ), ${applyUnreadDelta(sql`
      select behind.user_id, c.group_id, behind.seen_seq - ${upTo} as messages
      from behind join chats c on c.id = ${chatId} and c.kind = 'DIRECT'`)}
    update chat_members m
    set delivered_seq = greatest(m.delivered_seq, ${upTo}), seen_seq = ${upTo}
    from behind where m.chat_id = ${chatId} and m.user_id = behind.user_id`);
}
