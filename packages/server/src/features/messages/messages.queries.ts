import type { MessageType } from '@chat/contract/messages/messages.schema';
import { type Db, sql } from '../../db/database.ts';

export interface MessageRow {
  id: number;
  uuid: string;
  seq: number;
  type: MessageType;
  content: string;
  referenceId: string | null;
  createdAt: Date;
  senderUuid: string;
  senderEmail: string;
  replyUuid: string | null;
  replyContent: string | null;
  replyDeletedAt: Date | null;
  replySenderUuid: string | null;
  replySenderEmail: string | null;
}

const messages = sql`
  select m.id, m.uuid, m.seq, m.type, m.content, m.reference_id, m.created_at,
    u.uuid as sender_uuid, u.email as sender_email,
    r.uuid as reply_uuid, r.content as reply_content, r.deleted_at as reply_deleted_at,
    ru.uuid as reply_sender_uuid, ru.email as reply_sender_email
  from messages m
    join users u on u.id = m.sender_id
    left join messages r on r.id = m.reply_to_id
    left join users ru on ru.id = r.sender_id`;

/** The `limit` messages just before `seq`, oldest first. */
export function findMessagesBefore(
  db: Db,
  chatId: number,
  seq: number,
  limit: number,
): Promise<MessageRow[]> {
  return db.many(sql`
    select * from (
      ${messages} where m.chat_id = ${chatId} and m.seq < ${seq} and m.deleted_at is null
      order by m.seq desc limit ${limit}
    ) newest order by seq`);
}

/** The `limit` messages just after `seq`, oldest first. */
export function findMessagesAfter(
  db: Db,
  chatId: number,
  seq: number,
  limit: number,
): Promise<MessageRow[]> {
  return db.many(sql`
    ${messages} where m.chat_id = ${chatId} and m.seq > ${seq} and m.deleted_at is null
    order by m.seq limit ${limit}`);
}

/**
 * Below which `seq` stand the messages that follow the newest `skip`. Without deletions that is arithmetic; each deleted
 * message among the skipped ones moves it down by one, so a page's cost does not grow with its depth.
 */
export async function findSeqBelowNewest(db: Db, chatId: number, skip: number): Promise<number> {
  const { seq } = await db.one<{ seq: number }>(sql`
    select c.last_seq - ${skip}::bigint + 1 - (
      select count(*) from (
        select c.last_seq - d.seq - (row_number() over (order by d.seq desc) - 1) as shown_above
        from messages d where d.chat_id = c.id and d.deleted_at is not null
      ) deleted where shown_above < ${skip}::bigint
    ) as seq
    from chats c where c.id = ${chatId}`);
  return seq;
}

/** The place of a message of the chat, deleted ones included: what was read before may anchor what is read next. */
export function findSeq(
  db: Db,
  chatId: number,
  messageUuid: string,
): Promise<{ seq: number } | undefined> {
  return db.maybeOne(
    sql`select seq from messages where uuid = ${messageUuid} and chat_id = ${chatId}`,
  );
}

export interface QuotedRow {
  id: number;
  uuid: string;
  type: MessageType;
  content: string;
  chatUuid: string;
  senderUuid: string;
  senderEmail: string;
}

export function findQuoted(db: Db, messageUuid: string): Promise<QuotedRow | undefined> {
  return db.maybeOne(sql`
    select m.id, m.uuid, m.type, m.content, c.uuid as chat_uuid, u.uuid as sender_uuid, u.email as sender_email
    from messages m join chats c on c.id = m.chat_id join users u on u.id = m.sender_id
    where m.uuid = ${messageUuid}`);
}
