import { type Db, fixed, type Sql, sql } from '../../db/database.ts';

/** Their browsers end a subscription whose pushes show nothing. */
const forbidsSilence = sql`(s.host = 'push.apple.com' or s.host like '%.push.apple.com')`;

/** The person has seen what was pushed last on any device, or it is gone for them. */
const isOver = sql`
  coalesce(cm.left_at is not null or cm.seen_seq >= n.shown_seq, true)
  or not exists (select from messages m where m.chat_id = n.chat_id and m.id = n.shown_id and m.deleted_at is null)`;

/**
 * Takes back what was pushed and needs nobody's attention any more (rules/push 12): once for each notification, and where
 * a push must show something not at all. What waits in its place is left alone.
 */
async function withdrawAmong(db: Db, among: Sql): Promise<number> {
  const { queued } = await db.one<{ queued: number }>(sql`
    with over as (
      select n.subscription_id, n.chat_id, ${forbidsSilence} as is_quiet
      from push_notifications n
        join push_subscriptions s on s.id = n.subscription_id
        left join chat_members cm on cm.chat_id = n.chat_id and cm.user_id = s.user_id
      where n.shown_id is not null and n.waiting is null and ${among} and (${isOver})
      order by n.subscription_id, n.chat_id for update of n
    ), queued as (
      update push_notifications n
      set waiting = case when over.is_quiet then null else 'WITHDRAW' end, waiting_id = n.shown_id, waiting_seq = n.shown_seq,
        waiting_since = now(), version = n.version + 1, next_at = greatest(n.next_at, now()),
        shown_id = null, shown_seq = null
      from over where n.subscription_id = over.subscription_id and n.chat_id = over.chat_id
      returning n.waiting
    )
    select count(waiting) as queued from queued`);
  return queued;
}

export const withdrawInChats = (db: Db, chatIds: number[]): Promise<number> =>
  withdrawAmong(db, sql`n.chat_id = any(${chatIds}::bigint[])`);

/** Their group chats and the direct ones. */
export const withdrawInGroups = (db: Db, groupIds: number[]): Promise<number> =>
  withdrawAmong(
    db,
    sql`n.chat_id = any(array(select id from chats where group_id = any(${groupIds}::bigint[])))`,
  );

const LOOKED_AT = 2_000;

/** The subscriptions after `after`: what a crash, or the command line, has left to be taken back. */
export async function withdrawAfter(
  db: Db,
  after: number,
): Promise<{ queued: number; last: number | null }> {
  const { last } = await db.one<{ last: number | null }>(sql`
    select max(id) as last from (
      select distinct subscription_id as id from push_notifications where subscription_id > ${after} order by id limit ${fixed(LOOKED_AT)}
    ) some`);
  if (last === null) return { queued: 0, last };
  const among = sql`n.subscription_id > ${after} and n.subscription_id <= ${last}`;
  return { queued: await withdrawAmong(db, among), last };
}
