import type { MessageType } from '@chat/contract/messages';
import { type Db, sql } from '../../../db/database.ts';

/** A message as its author is about to change it. */
export interface OwnMessageRow {
  id: number;
  type: MessageType;
  content: string;
  forwarded: boolean;
  mentionedUserIds: number[];
  fileName: string | null;
  /** Since when it has said this. */
  since: Date;
  /** It was sent within the minutes that were asked for. */
  isInTime: boolean;
}

/**
 * Locks an own message until the commit; undefined when it is gone, or its author has left the chat or, for an edit of a
 * direct chat, the other one has. The locks are taken in the order of all others: the chat, its members, the message.
 */
export async function lockOwnMessage(
  tx: Db,
  chatId: number,
  own: { senderId: number; messageUuid: string; minutes: number; needsAll: boolean },
): Promise<OwnMessageRow | undefined> {
  const { senderId, messageUuid, minutes, needsAll } = own;
  await tx.run(sql`select from chats where id = ${chatId} for no key update`);
  const members = await tx.many<{ hasLeft: boolean }>(sql`
    select left_at is not null as has_left from chat_members
    where chat_id = ${chatId} and (user_id = ${senderId} or ${needsAll})
    order by user_id for share`);
  if (members.length === 0 || members.some(({ hasLeft }) => hasLeft)) return undefined;
  return tx.maybeOne(sql`
    select m.id, m.type, m.content, m.forwarded, coalesce(m.edited_at, m.created_at) as since,
      (select coalesce(json_agg(me.user_id), '[]') from mentions me where me.message_id = m.id) as mentioned_user_ids,
      (select f.name from files f where m.type <> 'TEXT' and f.message_id = m.id) as file_name,
      m.created_at > clock_timestamp() - make_interval(secs => ${minutes}::float8 * 60) as is_in_time
    from messages m
    where m.chat_id = ${chatId} and m.uuid = ${messageUuid} and m.sender_id = ${senderId} and m.deleted_at is null
    for no key update of m`);
}

/** Those of the users who may be mentioned: they take part in the group, or are mentioned in the message already. */
export function findMentionable(
  db: Db,
  chatId: number,
  messageId: number,
  userUuids: string[],
): Promise<{ id: number; uuid: string }[]> {
  return db.many(sql`
    select u.id, u.uuid from users u
    where u.uuid = any(${userUuids}::uuid[]) and (
      exists (
        select from chat_members m where m.chat_id = ${chatId} and m.user_id = u.id and m.left_at is null
      ) or exists (select from mentions me where me.message_id = ${messageId} and me.user_id = u.id)
    )`);
}

/** Each edit has a later time than the one before, and than the message. */
export async function updateContent(tx: Db, messageId: number, content: string): Promise<Date> {
  const { editedAt } = await tx.one<{ editedAt: Date }>(sql`
    update messages set content = ${content}, edited_at = greatest(
      date_trunc('milliseconds', clock_timestamp()), coalesce(edited_at, created_at) + interval '1 millisecond'
    )
    where id = ${messageId} returning edited_at`);
  return editedAt;
}

export async function replaceMentions(tx: Db, messageId: number, userIds: number[]): Promise<void> {
  await tx.run(sql`
    delete from mentions where message_id = ${messageId} and user_id <> all(${userIds}::bigint[])`);
  await tx.run(sql`
    insert into mentions (message_id, user_id)
    select ${messageId}, user_id from unnest(${userIds}::bigint[]) as user_id
    on conflict do nothing`);
}
