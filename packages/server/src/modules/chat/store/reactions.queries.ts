import { type Db, sql } from '../../../db/database.ts';

/**
 * The user's one emoji on the message. No row: it is what stood there, or the message is gone meanwhile; kept from
 * being deleted until the commit, so that no reaction outlives its message. A later change never has an earlier time.
 */
export function insertReaction(
  db: Db,
  messageId: number,
  userId: number,
  emoji: string,
): Promise<{ reactedAt: Date } | undefined> {
  return db.maybeOne(sql`
    insert into reactions as stored (message_id, user_id, emoji, reacted_at)
    select m.id, ${userId}, ${emoji}, date_trunc('milliseconds', clock_timestamp())
    from messages m
    where m.id = ${messageId} and m.deleted_at is null
    for share of m
    on conflict (message_id, user_id) do update
    set emoji = excluded.emoji,
      reacted_at = greatest(excluded.reacted_at, stored.reacted_at + interval '1 millisecond')
    where stored.emoji <> excluded.emoji
    returning reacted_at`);
}

export function findReaction(
  db: Db,
  messageId: number,
  userId: number,
): Promise<{ reactedAt: Date } | undefined> {
  return db.maybeOne(sql`
    select reacted_at from reactions where message_id = ${messageId} and user_id = ${userId}`);
}

/** When it was taken off; undefined when there was none. */
export function removeStoredReaction(
  db: Db,
  messageId: number,
  userId: number,
): Promise<{ removedAt: Date } | undefined> {
  return db.maybeOne(sql`
    delete from reactions where message_id = ${messageId} and user_id = ${userId}
    returning greatest(
      date_trunc('milliseconds', clock_timestamp()), reacted_at + interval '1 millisecond'
    ) as removed_at`);
}
