import { type Db, fixed, sql } from '../../../db/database.ts';
import { insertUnseenDeletions } from './direct-unread.ts';
import { isHeld, lockWholeChatForRemoval } from './holds.queries.ts';

// A few rather than one: where many have been deleted, what is left is found in fewer steps.
const NEWEST = 10;

/** The people whose messages are kept wherever they are. */
const heldPeople = sql`(select h.user_id from holds h where h.user_id is not null)`;

/**
 * Finds the chat's last message anew and takes `count` more out of its counts, after so many were deleted. Looks among
 * its newest numbers, and as many more as of those are deleted, so that the read has both ends.
 */
export async function updateChatWithoutDeleted(
  tx: Db,
  chatId: number,
  count: number,
): Promise<void> {
  await tx.run(sql`
    update chats c
    set deleted_count = c.deleted_count + ${count}, last_message_id = newest.id, last_message_at = newest.created_at
    from chats chat
      left join lateral (
        select m.id, m.created_at from messages m
        where m.chat_id = chat.id and m.deleted_at is null
          and m.seq >= (
            with recursive walk (seq, deleted) as (
              select first.seq, (
                  select count(*) from messages d
                  where d.chat_id = chat.id and d.deleted_at is not null and d.seq >= first.seq and d.seq <= chat.last_seq
                )
              from (select chat.last_seq + 1 - ${fixed(NEWEST)} as seq) first
              union all
              select w.seq - w.deleted, (
                  select count(*) from messages d
                  where d.chat_id = chat.id and d.deleted_at is not null and d.seq >= w.seq - w.deleted and d.seq < w.seq
                )
              from walk w where w.deleted > 0 and w.seq > 1
            ) select min(seq) from walk
          ) and m.seq <= chat.last_seq
        order by m.seq desc limit 1
      ) newest on true
    where c.id = chat.id and chat.id = ${chatId}`);
}

/** The number of the chat's oldest message if it is from before `time` and kept by a hold on its sender. */
export async function findFirstHeld(
  db: Db,
  chatId: number,
  time: Date,
): Promise<number | undefined> {
  const first = await db.maybeOne<{ seq: number }>(sql`
    select first.seq
    from (select * from messages where chat_id = ${chatId} order by seq limit 1) first
    where first.created_at < ${time} and first.sender_id in ${heldPeople}`);
  return first?.seq;
}

/** Messages of one walk over a chat: those to empty, and where the next walk begins; none where the walk is over. */
export interface Walked {
  ids: number[];
  next: number | undefined;
}

/**
 * Walks over `window` numbers of a group chat from `from` on, up to the first message that is younger than `time`;
 * finds those that no hold keeps and that say something still, or said something before they were deleted.
 */
export async function findAgedBetweenHeld(
  db: Db,
  chatId: number,
  { from, time, window }: { from: number; time: Date; window: number },
): Promise<Walked> {
  const { ids, areAll } = await db.one<{ ids: number[] | null; areAll: boolean }>(sql`
    select array_agg(id order by seq) filter (where is_aged and is_left and not is_kept) as ids,
      count(*) filter (where is_aged) = ${window}::int as are_all
    from (
      select id, seq, sender_id in ${heldPeople} as is_kept,
        deleted_at is null or exists (
          select from message_originals o where o.chat_id = ${chatId} and o.message_id = here.id
        ) as is_left,
        bool_and(created_at < ${time}) over (order by seq) as is_aged
      from (
        select * from messages where chat_id = ${chatId} and seq >= ${from} and seq < ${from} + ${window}::int offset 0
      ) here
    ) walked`);
  return { ids: ids ?? [], next: areAll ? from + window : undefined };
}

/** Locks the chat until the commit; gives those of the messages that no hold keeps. */
export async function lockToEmpty(tx: Db, chatId: number, messageIds: number[]): Promise<number[]> {
  await lockWholeChatForRemoval(tx, chatId);
  const rows = await tx.many<{ id: number }>(sql`
    select m.id from messages m join chats c on c.id = m.chat_id
    where m.chat_id = ${chatId} and m.id = any(${messageIds}::bigint[]) and not ${isHeld(sql`m`, sql`c`)}`);
  return rows.map(({ id }) => id);
}

/**
 * Empties messages of a chat that its caller has locked, as a deletion does, with all that hangs on them; of deleted
 * ones goes what they said before. Returns the uuids of those that were there still, and the files that are let go.
 */
export async function emptyMessages(
  tx: Db,
  chatId: number,
  messageIds: number[],
): Promise<{ messageUuids: string[]; fileUuids: string[] }> {
  const emptied = await tx.many<{ id: number; uuid: string; seq: number }>(sql`
    update messages set deleted_at = greatest(
        date_trunc('milliseconds', clock_timestamp()), coalesce(edited_at, created_at) + interval '1 millisecond'
      ), content = ''
    where chat_id = ${chatId} and id = any(${messageIds}::bigint[]) and deleted_at is null
    returning id, uuid, seq`);
  const ids = emptied.map(({ id }) => id);
  const files = await tx.many<{ uuid: string }>(sql`
    with originals as (
      delete from message_originals where chat_id = ${chatId} and message_id = any(${messageIds}::bigint[])
    ), reacted as (
      delete from reactions where message_id = any(${ids}::bigint[])
    ), mentioned as (
      delete from mentions where message_id = any(${ids}::bigint[])
    ), mentioned_before as (
      delete from earlier_mentions where message_id = any(${ids}::bigint[])
    )
    update files set message_id = null where message_id = any(${ids}::bigint[]) returning uuid`);
  if (emptied.length === 0) return { messageUuids: [], fileUuids: [] };
  await updateChatWithoutDeleted(tx, chatId, ids.length);
  await insertUnseenDeletions(
    tx,
    chatId,
    emptied.map(({ seq }) => seq),
  );
  return {
    messageUuids: emptied.map(({ uuid }) => uuid),
    fileUuids: files.map(({ uuid }) => uuid),
  };
}
