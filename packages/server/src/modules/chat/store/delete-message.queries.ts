import { type Db, fixed, sql } from '../../../db/database.ts';
import { insertUnseenDeletion } from './direct-unread.ts';
import { deletionsAside } from './ranges.queries.ts';

// A few rather than one: where many have been deleted, what is left is found in fewer steps.
const NEWEST = 10;

export interface DeletedRow {
  id: number;
  seq: number;
  senderId: number;
  deletedAt: Date;
  /** Let go with the message; its bytes are still to be removed. */
  fileUuid: string | null;
}

/**
 * Empties the message and takes it out of its chat's counts and last message; its file is let go, its reactions and
 * mentions are gone. Its row stays, so that its number is never given again and replies find what they quoted. Call in
 * a transaction; undefined when there was no such message.
 */
export async function updateMessageDeleted(
  tx: Db,
  chatId: number,
  messageUuid: string,
): Promise<DeletedRow | undefined> {
  // Locked by a statement of its own: the next one must see what other deletions and sends have written.
  await tx.run(sql`select from chats where id = ${chatId} for update`);
  const deleted = await tx.maybeOne<DeletedRow>(sql`
    with emptied as (
      update messages set deleted_at = greatest(
          date_trunc('milliseconds', clock_timestamp()), coalesce(edited_at, created_at) + interval '1 millisecond'
        ), content = ''
      where chat_id = ${chatId} and uuid = ${messageUuid} and deleted_at is null
      returning id, seq, sender_id, deleted_at
    ), file as (
      update files f set message_id = null from emptied where f.message_id = emptied.id returning f.uuid
    ), mentioned as (
      delete from mentions m using emptied where m.message_id = emptied.id
    )
    select id, seq, sender_id, deleted_at, (select uuid from file) as file_uuid from emptied`);
  if (!deleted) return undefined;
  // Of their own, too: one that was being given has been waited for and is seen only now.
  await tx.run(sql`delete from reactions where message_id = ${deleted.id}`);
  await tx.run(sql`
    update chats c
    set deleted_count = c.deleted_count + 1, last_message_id = newest.id, last_message_at = newest.created_at
    from chats chat
      left join lateral (
        select m.id, m.created_at from messages m
        where m.chat_id = chat.id and m.deleted_at is null
          and m.seq >= ${deletionsAside(fixed(NEWEST), sql`(chat.last_seq + 1)`)} and m.seq <= chat.last_seq
        order by m.seq desc limit 1
      ) newest on true
    where c.id = chat.id and chat.id = ${chatId}`);
  await insertUnseenDeletion(tx, chatId, deleted.seq);
  return deleted;
}
