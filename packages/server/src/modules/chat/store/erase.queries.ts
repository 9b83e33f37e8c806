import { type Db, fixed, sql } from '../../../db/database.ts';
import type { ChatIdentity } from './chats.queries.ts';
import { isHeld } from './holds.queries.ts';

/** Whether a hold keeps anything that the erasure of the person would take (rules/erasure 3). */
export async function isPersonHeld(db: Db, userId: number): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    with mine as (
      select c.id, c.kind, c.low_user_id, c.high_user_id
      from chat_members m join chats c on c.id = m.chat_id where m.user_id = ${userId}
    )
    select exists (
      select from holds h
      where h.user_id = ${userId} or h.chat_id in (select id from mine)
        or exists (select from mine where kind = 'DIRECT' and h.user_id in (low_user_id, high_user_id))
    ) as some`);
  return some;
}

/**
 * Whether a hold keeps anything that would be changed: a message that mentions the person, or what one said before. Looks
 * through all mentions while there are holds.
 */
export async function isMentionHeld(db: Db, userId: number): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    select exists (select from holds) and (
      exists (
        select from mentions me join messages m on m.id = me.message_id join chats c on c.id = m.chat_id
        where me.user_id = ${userId} and ${isHeld(sql`m`, sql`c`)}
      ) or exists (
        select from message_originals o
          join messages m on m.chat_id = o.chat_id and m.id = o.message_id
          join chats c on c.id = o.chat_id
        where ${userId}::bigint = any(o.mentioned_user_ids) and ${isHeld(sql`m`, sql`c`)}
      )
    ) as some`);
  return some;
}

/** Whether a hold keeps any of these messages. */
export async function isAnyHeld(db: Db, messageIds: number[]): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    select exists (
      select from messages m join chats c on c.id = m.chat_id
      where m.id = any(${messageIds}::bigint[]) and ${isHeld(sql`m`, sql`c`)}
    ) as some`);
  return some;
}

/** Whether a hold keeps anything in the chats of a group. */
export async function isGroupHeld(db: Db, groupId: number): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    select exists (
      select from holds h join chats c on c.group_id = ${groupId}
      where h.chat_id = c.id or h.user_id in (c.low_user_id, c.high_user_id)
        or exists (select from messages m where m.chat_id = c.id and m.sender_id = h.user_id)
    ) as some`);
  return some;
}

/** A chat in which the person is or was a member. */
export type ChatOfPerson = Pick<
  ChatIdentity,
  'id' | 'uuid' | 'kind' | 'groupUuid' | 'lowUserUuid' | 'highUserUuid'
>;

export const findChatsOfPerson = (db: Db, userId: number): Promise<ChatOfPerson[]> =>
  db.many(sql`
    select c.id, c.uuid, c.kind, g.uuid as group_uuid, low.uuid as low_user_uuid, high.uuid as high_user_uuid
    from chat_members m join chats c on c.id = m.chat_id
      left join groups g on g.id = c.group_id
      left join users low on low.id = c.low_user_id
      left join users high on high.id = c.high_user_id
    where m.user_id = ${userId} order by c.id`);

/** Waits for texts that are being stored: later ones find nobody who may write there. */
export async function closePersonalChat(tx: Db, chatId: number): Promise<void> {
  await tx.run(sql`
    update chat_members set left_at = now() where chat_id = ${chatId} and left_at is null`);
}

/**
 * The person's messages that are not deleted, among `window` numbers of the chat after `after`, from the oldest on;
 * where there are none, the next look begins behind these numbers.
 */
export const findSentAfter = (
  db: Db,
  chatId: number,
  senderId: number,
  { after, window, limit }: { after: number; window: number; limit: number },
): Promise<{ id: number; seq: number }[]> =>
  db.many(sql`
    select id, seq from (
      select * from messages where chat_id = ${chatId} and seq > ${after} and seq <= ${after} + ${window}::int
      order by seq offset 0
    ) here
    where sender_id = ${senderId} and deleted_at is null
    order by seq limit ${limit}`);

/** The number of the newest message, whether it is there still. */
export async function findLastSeq(db: Db, chatId: number): Promise<number> {
  const { lastSeq } = await db.one<{ lastSeq: number }>(sql`
    select last_seq from chats where id = ${chatId}`);
  return lastSeq;
}

/** The texts that the person's messages in the chat had before. */
export async function removeOriginalsOfSender(
  tx: Db,
  chatId: number,
  senderId: number,
): Promise<void> {
  await tx.run(sql`
    delete from message_originals o using messages m
    where o.chat_id = ${chatId} and m.chat_id = o.chat_id and m.id = o.message_id and m.sender_id = ${senderId}`);
}

/** All that hangs on the person in chats but what they wrote: ticks stay. */
export async function removeTraces(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`delete from reactions where user_id = ${userId}`);
  await tx.run(sql`
    delete from mark_advances a using chat_members m
    where m.user_id = ${userId} and a.chat_id = m.chat_id and a.user_id = ${userId}`);
  await tx.run(sql`delete from unseen_deletions where user_id = ${userId}`);
  await tx.run(sql`delete from direct_unread where user_id = ${userId}`);
  await tx.run(sql`delete from daily_amounts where user_id = ${userId}`);
  await tx.run(sql`delete from scheduled_messages where sender_id = ${userId}`);
  await tx.run(sql`delete from supervisions where user_id = ${userId} or expires_at <= now()`);
  await tx.run(sql`
    update chat_members set notify_mode = 'all', notify_until = null
    where user_id = ${userId} and (notify_mode <> 'all' or notify_until is not null)`);
}

/** Messages after `after` that mention the person. */
export const findMentioning = (
  db: Db,
  userId: number,
  after: number,
  limit: number,
): Promise<{ id: number; chatId: number }[]> =>
  db.many(sql`
    select m.id, m.chat_id
    from (
      select message_id from mentions
      where user_id = ${userId} and message_id > ${after} order by message_id limit ${fixed(limit)}
    ) me join messages m on m.id = me.message_id
    order by m.id`);

/** The words that mention somebody, as a pattern, and what comes in their place. */
export interface Renaming {
  pattern: string;
  name: string;
}

/** Before the messages, as an edit locks them: a change of a message counts as one of its chat. */
export async function lockChats(tx: Db, chatIds: number[]): Promise<void> {
  await tx.run(sql`
    select from chats where id = any(${chatIds}::bigint[]) order by id for no key update`);
}

export async function renameInMessages(
  tx: Db,
  messageIds: number[],
  { pattern, name }: Renaming,
): Promise<void> {
  await tx.run(sql`
    update messages set content = regexp_replace(content, ${pattern}, ${name}, 'gi')
    where id = any(${messageIds}::bigint[]) and deleted_at is null and content ~* ${pattern}`);
}

/** In what messages said before, and in what is to be sent later. */
export async function renameElsewhere(
  tx: Db,
  userId: number,
  { pattern, name }: Renaming,
): Promise<void> {
  await tx.run(sql`
    update message_originals set content = regexp_replace(content, ${pattern}, ${name}, 'gi')
    where ${userId}::bigint = any(mentioned_user_ids)`);
  await tx.run(sql`
    update scheduled_messages set content = regexp_replace(content, ${pattern}, ${name}, 'gi')
    where ${userId}::bigint = any(mentioned_user_ids)`);
}

export async function findChatsOfGroup(db: Db, groupId: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from chats where group_id = ${groupId} order by id`);
  return rows.map(({ id }) => id);
}

/** Removes what is left of a group's chats once their messages are gone; the audit names the chats, so their rows stay. */
export async function removeChatTraces(tx: Db, chatIds: number[]): Promise<void> {
  await tx.run(sql`delete from scheduled_messages where chat_id = any(${chatIds}::bigint[])`);
  await tx.run(sql`delete from supervisions where chat_id = any(${chatIds}::bigint[])`);
  await tx.run(sql`delete from mark_advances where chat_id = any(${chatIds}::bigint[])`);
  await tx.run(sql`
    delete from unseen_deletions d using chat_members m
    where m.chat_id = any(${chatIds}::bigint[]) and d.user_id = m.user_id and d.chat_id = m.chat_id`);
  await tx.run(sql`
    delete from direct_unread k using chats c
    where c.id = any(${chatIds}::bigint[]) and k.group_id = c.group_id`);
  await tx.run(sql`delete from chat_members where chat_id = any(${chatIds}::bigint[])`);
}
