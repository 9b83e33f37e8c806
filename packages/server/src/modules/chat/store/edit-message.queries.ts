import type { Mention, MessageType, Original } from '@chat/contract/messages';
import type { Page } from '@chat/contract/route';
import { type Db, fixed, sql } from '../../../db/database.ts';
import { type Listed, listWindow } from '../../../db/page.ts';
import { insertUnseenDeletion } from './direct-unread.ts';
import { updateChatWithoutDeleted } from './empty-messages.queries.ts';
import {
  type HeldMessage,
  hideOriginals,
  insertKept,
  isHeld,
  lockChatForRemoval,
  lockForDeletion,
} from './holds.queries.ts';

/** A message as its author is about to change it. */
export interface OwnMessageRow {
  id: number;
  type: MessageType;
  content: string;
  forwarded: boolean;
  mentionedUserIds: number[];
  /** Everybody whom an edit has taken out of its mentions, put back since or not. */
  earlierMentionedUserIds: number[];
  fileName: string | null;
  /** The number of the message that it answers, where that is still there. */
  quotedSeq: number | null;
  /** Since when it has said this. */
  since: Date;
  /** The message was sent within the minutes that were asked for. */
  isInTime: boolean;
  /** A hold keeps what it has said. */
  isHeld: boolean;
}

/**
 * Locks an own message until the commit; undefined when it is gone, or its author has left the chat or, for an edit of
 * a direct chat, the other one has. The locks are taken in the order of all others: the chat, its members, the message.
 */
export async function lockOwnMessage(
  tx: Db,
  chatId: number,
  own: { senderId: number; messageUuid: string; minutes: number; needsAll: boolean },
): Promise<OwnMessageRow | undefined> {
  const { senderId, messageUuid, minutes, needsAll } = own;
  await lockChatForRemoval(tx, chatId);
  const members = await tx.many<{ hasLeft: boolean }>(sql`
    select left_at is not null as has_left from chat_members
    where chat_id = ${chatId} and (user_id = ${senderId} or ${needsAll})
    order by user_id for share`);
  if (members.length === 0 || members.some(({ hasLeft }) => hasLeft)) return undefined;
  return tx.maybeOne(sql`
    select m.id, m.type, m.content, m.forwarded, coalesce(m.edited_at, m.created_at) as since,
      (select coalesce(json_agg(me.user_id), '[]') from mentions me where me.message_id = m.id) as mentioned_user_ids,
      (
        select coalesce(json_agg(me.user_id), '[]') from earlier_mentions me where me.message_id = m.id
      ) as earlier_mentioned_user_ids,
      (select f.name from files f where m.type <> 'TEXT' and f.message_id = m.id) as file_name,
      (select q.seq from messages q where q.chat_id = m.chat_id and q.id = m.reply_to_id) as quoted_seq,
      m.created_at > clock_timestamp() - make_interval(secs => ${minutes}::float8 * 60) as is_in_time,
      ${isHeld(sql`m`, sql`c`)} as is_held
    from messages m join chats c on c.id = m.chat_id
    where m.chat_id = ${chatId} and m.uuid = ${messageUuid} and m.sender_id = ${senderId} and m.deleted_at is null
    for no key update of m`);
}

/** The users who may be mentioned: they take part in the group, or the message mentions them already. */
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

/** Whoever is taken out stays known, so that nobody is called twice for one message. */
export async function replaceMentions(tx: Db, messageId: number, userIds: number[]): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from mentions where message_id = ${messageId} and user_id <> all(${userIds}::bigint[])
      returning message_id, user_id
    )
    insert into earlier_mentions (message_id, user_id) select message_id, user_id from gone
    on conflict do nothing`);
  await tx.run(sql`
    insert into mentions (message_id, user_id)
    select ${messageId}, user_id from unnest(${userIds}::bigint[]) as user_id
    on conflict do nothing`);
}

export interface DeletedRow {
  id: number;
  seq: number;
  senderId: number;
  deletedAt: Date;
  /** Let go with the message; its bytes are still to be removed. */
  fileUuid: string | null;
  /** A hold keeps what it said, its file and its reactions, out of sight. */
  isHeld: boolean;
}

/**
 * Empties the message and takes it out of its chat's counts and last message; its file is let go, its reactions and
 * mentions are gone. Its row stays, so that its number is never given again and replies find what they quoted. Where a
 * hold keeps it, its text becomes an original, and `hides` says that no history may show it and those before it. Call in
 * a transaction; undefined when there was no such message.
 */
export async function updateMessageDeleted(
  tx: Db,
  chatId: number,
  messageUuid: string,
  hides: boolean,
): Promise<DeletedRow | undefined> {
  const held = await lockForDeletion(tx, chatId, messageUuid);
  const isHeld = held !== undefined;
  const deleted = await tx.maybeOne<Omit<DeletedRow, 'isHeld'>>(sql`
    with emptied as (
      update messages set deleted_at = greatest(
          date_trunc('milliseconds', clock_timestamp()), coalesce(edited_at, created_at) + interval '1 millisecond'
        ), content = ''
      where chat_id = ${chatId} and uuid = ${messageUuid} and deleted_at is null
      returning id, seq, sender_id, deleted_at
    ), file as (
      update files f set message_id = null from emptied
      where f.message_id = emptied.id and not ${isHeld}::boolean returning f.uuid
    ), mentioned as (
      delete from mentions m using emptied where m.message_id = emptied.id
    ), mentioned_before as (
      delete from earlier_mentions m using emptied where m.message_id = emptied.id
    )
    select id, seq, sender_id, deleted_at, (select uuid from file) as file_uuid from emptied`);
  if (!deleted) return undefined;
  // Reactions are removed by a statement of their own: one that was under way has been waited for, and is seen only
  // now.
  if (!isHeld) await tx.run(sql`delete from reactions where message_id = ${deleted.id}`);
  await updateChatWithoutDeleted(tx, chatId, 1);
  await insertUnseenDeletion(tx, chatId, deleted.seq);
  if (held) await persistDeleted(tx, chatId, { ...held, until: deleted.deletedAt }, hides);
  return { ...deleted, isHeld };
}

async function persistDeleted(
  tx: Db,
  chatId: number,
  held: HeldMessage & { until: Date },
  hides: boolean,
): Promise<void> {
  if (hides) await hideOriginals(tx, chatId, held.id);
  const original = { ...held, chatId, messageId: held.id, reason: 'DELETED' as const };
  await insertOriginal(tx, { ...original, isHidden: hides });
  await insertKept(tx, chatId, held.id);
}

export interface OriginalRow extends Pick<Original, 'content' | 'fileName' | 'reason'> {
  mentions: Mention[] | null;
  since: Date;
  until: Date;
}

interface NewOriginal extends Pick<Original, 'content' | 'fileName' | 'reason'> {
  chatId: number;
  messageId: number;
  mentionedUserIds: number[];
  since: Date;
  until: Date;
  /** Kept for a hold alone. */
  isHidden: boolean;
}

export async function insertOriginal(tx: Db, original: NewOriginal): Promise<void> {
  const { chatId, messageId, content, mentionedUserIds, fileName, since, until, reason } = original;
  await tx.run(sql`
    insert into message_originals (
      chat_id, message_id, content, mentioned_user_ids, file_name, since, until, reason, is_hidden
    )
    values (
      ${chatId}, ${messageId}, ${content}, ${mentionedUserIds}::bigint[], ${fileName}, ${since}, ${until}, ${reason},
      ${original.isHidden}
    )`);
}

/** Oldest first; those that are past their time are not found, though they may still be there. */
export function findOriginals(
  db: Db,
  message: { id: number; chatId: number },
  days: number,
  page: Page,
): Promise<Listed<OriginalRow>> {
  const kept = sql`
    select o.* from message_originals o
    where o.chat_id = ${message.chatId} and o.message_id = ${message.id} and not o.is_hidden
      and o.until > now() - make_interval(secs => ${days}::float8 * 86400)`;
  return listWindow(
    db,
    (window) => sql`
    select o.content, o.file_name, o.since, o.until, o.reason, (
      select jsonb_agg(jsonb_build_object('uuid', u.uuid, 'email', u.email) order by u.email)
      from users u where u.id = any(o.mentioned_user_ids)
    ) as mentions
    from (${kept} order by o.id ${window}) o
    order by o.id`,
    kept,
    page,
  );
}

/** Call in the transaction in which an administrator deletes the message. */
export async function removeOriginalsOf(tx: Db, chatId: number, messageId: number): Promise<void> {
  await tx.run(sql`
    delete from message_originals where chat_id = ${chatId} and message_id = ${messageId}`);
}

/** Call in the transaction that deletes the group; what a hold keeps has been hidden before. */
export async function removeOriginalsOfGroup(tx: Db, groupId: number): Promise<void> {
  await tx.run(sql`
    delete from message_originals o using chats c
    where c.group_id = ${groupId} and o.chat_id = c.id and not o.is_hidden`);
}

/** Removes the oldest originals that ended before `time` and that no hold keeps; gives their number. */
export async function removeOriginalsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const rows = await db.many(sql`
    delete from message_originals where id in (
      select o.id from message_originals o join chats c on c.id = o.chat_id
        left join messages m on m.chat_id = o.chat_id and m.id = o.message_id
      where o.until < ${time} and not ${isHeld(sql`m`, sql`c`)}
      order by o.until limit ${fixed(limit)}
    ) returning id`);
  return rows.length;
}
