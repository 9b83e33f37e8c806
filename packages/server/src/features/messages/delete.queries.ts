import { type Db, sql } from '../../db/database.ts';

/**
 * Empties the message and takes it out of its chat's counts and last message. Its row stays, so that its number is never
 * given again and replies find what they quoted. Call in a transaction; false when there was no such message.
 */
export async function updateMessageDeleted(
  tx: Db,
  chatId: number,
  messageUuid: string,
): Promise<boolean> {
  // Locked in a statement of its own: what follows must see what other deletions and sends have left.
  await tx.run(sql`select from chats where id = ${chatId} for update`);
  const deleted = await tx.run(sql`
    update messages set deleted_at = now(), content = ''
    where chat_id = ${chatId} and uuid = ${messageUuid} and deleted_at is null`);
  if (deleted === 0) return false;
  await tx.run(sql`
    update chats c
    set deleted_count = c.deleted_count + 1, last_message_id = newest.id, last_message_at = newest.created_at
    from (select 1) as always
      left join lateral (
        select m.id, m.created_at from messages m
        where m.chat_id = ${chatId} and m.deleted_at is null
        order by m.seq desc limit 1
      ) newest on true
    where c.id = ${chatId}`);
  return true;
}
