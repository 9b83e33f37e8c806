import { type Db, type Sql, sql } from '../../../db/database.ts';

/** The part of a statement's `with` that begins the numbers which the two of each direct chat in `chats`, just made, may not have yet. */
export const startDirectUnread = (chats: Sql): Sql => sql`
  started as (
    insert into direct_unread (user_id, group_id)
    select distinct user_id, group_id
    from ${chats} c, unnest(array[c.low_user_id, c.high_user_id]) as user_id
    where c.kind = 'DIRECT'
    order by user_id, group_id
    on conflict do nothing
  )`;

/**
 * Parts of a statement's `with` that keep what is unread in people's direct chats, where chats or marks go on. `changes` selects `user_id`,
 * `group_id`, `messages`, each person of a group once. Since each adds what its own rows have moved by, held until the commit, the number is
 * right in whatever order they come. Its rows are locked last, in one order: a holder waits for nothing else.
 */
export const keepDirectUnread = (changes: Sql): Sql => sql`
  counted as (
    select k.user_id, k.group_id, change.messages
    from (${changes}) change
      join direct_unread k on k.user_id = change.user_id and k.group_id = change.group_id
    where change.messages <> 0
    order by k.user_id, k.group_id
    for no key update of k
  ), kept as (
    update direct_unread k set messages = k.messages + counted.messages
    from counted where k.user_id = counted.user_id and k.group_id = counted.group_id
  )`;

/**
 * Takes a deleted message of a direct chat out of what is unread to whom it was written, if they have not passed it. Whether they have is asked again
 * by who counts, since their mark may move at this very moment. What people have passed goes with the next deletion.
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

/**
 * Counts anew, for these people, what keeping should have come to: data filled in bulk, or by a process of the version before while the program is
 * being upgraded. What is wrong is found as of one moment and added, so that nobody is held up and what others add meanwhile stays. Two
 * at once would both add it. Gives how many numbers were wrong.
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
  return tx.run(sql`with ${keepDirectUnread(missing)} select from counted`);
}
