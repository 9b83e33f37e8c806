import { type Db, sql } from '../../../db/database.ts';

/*
 * `direct_unread` sums up what is unread in a person's direct chats of a group. Statements that make such chats, or move
 * them or their marks on, add what their own locked rows have moved by, so the counters are right in whatever order they
 * come. Counters are locked last, in one order: a transaction that holds one waits for no other lock.
 */

/**
 * Notes a deleted message of a direct chat for the users who have not seen it, so that it does not count as unread.
 * Counting compares it with their mark again, since that may move at the same moment. Notes that are passed go with the
 * next deletion.
 */
export async function insertUnseenDeletion(tx: Db, chatId: number, seq: number): Promise<void> {
  await tx.run(sql`
    with passed as (
      select d.user_id, d.chat_id, d.seq
      from chats c
        join unseen_deletions d on d.user_id in (c.low_user_id, c.high_user_id)
      where c.id = ${chatId} and c.kind = 'DIRECT' and d.seq <= (
        select m.seen_seq from chat_members m where m.chat_id = d.chat_id and m.user_id = d.user_id
      )
      for update of d skip locked
    ), forgotten as (
      delete from unseen_deletions d using passed
      where d.user_id = passed.user_id and d.chat_id = passed.chat_id and d.seq = passed.seq
    )
    insert into unseen_deletions (user_id, chat_id, seq)
    select m.user_id, c.id, ${seq}
    from chats c, lateral (
      select user_id from chat_members where chat_id = c.id and seen_seq < ${seq} offset 0
    ) m
    where c.id = ${chatId} and c.kind = 'DIRECT'`);
}

/** Notes many deleted messages of a direct chat, as `insertUnseenDeletion` notes one; notes that are passed stay. */
export async function insertUnseenDeletions(tx: Db, chatId: number, seqs: number[]): Promise<void> {
  await tx.run(sql`
    insert into unseen_deletions (user_id, chat_id, seq)
    select m.user_id, c.id, gone.seq
    from chats c join chat_members m on m.chat_id = c.id
      join unnest(${seqs}::bigint[]) as gone (seq) on gone.seq > m.seen_seq
    where c.id = ${chatId} and c.kind = 'DIRECT'
    on conflict do nothing`);
}

/** Call in the transaction that removes the messages of a direct chat up to there. */
export async function removeUnseenDeletionsUpTo(
  tx: Db,
  chatId: number,
  upTo: number,
): Promise<void> {
  await tx.run(sql`
    delete from unseen_deletions d using chats c
    where c.id = ${chatId} and c.kind = 'DIRECT'
      and d.user_id in (c.low_user_id, c.high_user_id) and d.chat_id = ${chatId} and d.seq <= ${upTo}`);
}

/**
 * Counts the unread of these people anew, after data was filled in bulk. The difference is found as of one moment and
 * added, so that nobody waits and what others add meanwhile stays. Two recounts at once would both add it. Returns how
 * many counters were wrong.
 */
export async function recountDirectUnread(tx: Db, userIds: number[]): Promise<number> {
  const theirs = sql`
    chat_members m join chats c on c.id = m.chat_id and c.kind = 'DIRECT'
    where m.user_id = any(${userIds}::bigint[])`;
  await tx.run(sql`
    insert into direct_unread (user_id, group_id)
    select distinct m.user_id, c.group_id from ${theirs}
    order by m.user_id, c.group_id
    on conflict do nothing`);
  await tx.run(sql`
    insert into unseen_deletions (user_id, chat_id, seq)
    select m.user_id, d.chat_id, d.seq
    from messages d, ${theirs} and c.deleted_count > 0
      and d.chat_id = c.id and d.seq > m.seen_seq and d.deleted_at is not null
    order by m.user_id, d.chat_id, d.seq
    on conflict do nothing`);
  const missing = sql`
    select k.user_id, k.group_id, of_chats.messages - k.messages as messages
    from direct_unread k
      join (
        select m.user_id, c.group_id, sum(c.last_seq - m.seen_seq)::bigint as messages
        from ${theirs} group by m.user_id, c.group_id
      ) of_chats on of_chats.user_id = k.user_id and of_chats.group_id = k.group_id`;
  return tx.run(sql`with counted as (
    select k.user_id, k.group_id, change.messages
    from (${missing}) change
      join direct_unread k on k.user_id = change.user_id and k.group_id = change.group_id
    where change.messages <> 0
    order by k.user_id, k.group_id
    for no key update of k
  ), applied as (
    update direct_unread k set messages = k.messages + counted.messages
    from counted where k.user_id = counted.user_id and k.group_id = counted.group_id
  ) select from counted`);
}
