import type { Mention, MessageType } from '@chat/contract/messages/messages.schema';
import type { Reaction } from '@chat/contract/reactions/reactions.schema';
import { type Db, sql } from '../../db/database.ts';

/** What a message carries; all null without a file. */
export interface FileColumns {
  fileUuid: string | null;
  fileName: string | null;
  fileSize: number | null;
  fileWidth: number | null;
  fileHeight: number | null;
}

export interface MessageRow extends FileColumns {
  id: number;
  uuid: string;
  seq: number;
  type: MessageType;
  content: string;
  referenceId: string | null;
  createdAt: Date;
  senderUuid: string;
  senderEmail: string;
  reactions: Reaction[] | null;
  mentions: Mention[] | null;
  isReply: boolean;
  /** This and what follows are null, too, when the message it answers was removed by age. */
  replyUuid: string | null;
  replyContent: string | null;
  replyDeletedAt: Date | null;
  replySenderUuid: string | null;
  replySenderEmail: string | null;
  replyFileUuid: string | null;
}

const reactionsOf = sql`
  select jsonb_agg(jsonb_build_object('userUuid', ru.uuid, 'userEmail', ru.email, 'emoji', re.emoji, 'reactedAt', re.reacted_at)
    order by re.reacted_at, ru.uuid) as list
  from reactions re join users ru on ru.id = re.user_id where re.message_id = m.id`;

const mentionsOf = sql`
  select jsonb_agg(jsonb_build_object('uuid', mu.uuid, 'email', mu.email) order by mu.email) as list
  from mentions me join users mu on mu.id = me.user_id where me.message_id = m.id`;

const messages = sql`
  select m.id, m.uuid, m.seq, m.type, m.content, m.reference_id, m.created_at,
    u.uuid as sender_uuid, u.email as sender_email,
    f.uuid as file_uuid, f.name as file_name, f.size as file_size, f.width as file_width, f.height as file_height,
    reactions.list as reactions, mentions.list as mentions,
    m.reply_to_id is not null as is_reply, r.uuid as reply_uuid, r.content as reply_content, r.deleted_at as reply_deleted_at,
    ru.uuid as reply_sender_uuid, ru.email as reply_sender_email, rf.uuid as reply_file_uuid
  from messages m
    join users u on u.id = m.sender_id
    left join files f on m.type <> 'TEXT' and f.message_id = m.id
    left join messages r on r.chat_id = m.chat_id and r.id = m.reply_to_id
    left join users ru on ru.id = r.sender_id
    left join files rf on r.type <> 'TEXT' and rf.message_id = r.id
    left join lateral (${reactionsOf}) reactions on true
    left join lateral (${mentionsOf}) mentions on true`;

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

/** The message at `seq` in the middle of a page: half of `size` before it, the rest from it on; oldest first. */
export function findMessagesAround(
  db: Db,
  chatId: number,
  seq: number,
  size: number,
): Promise<MessageRow[]> {
  const half = Math.floor(size / 2);
  return db.many(sql`
    select * from (
      (${messages} where m.chat_id = ${chatId} and m.seq < ${seq} and m.deleted_at is null
        order by m.seq desc limit ${half})
      union all
      (${messages} where m.chat_id = ${chatId} and m.seq >= ${seq} and m.deleted_at is null
        order by m.seq limit ${size - half})
    ) around order by seq`);
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
  fileUuid: string | null;
}

export function findQuoted(db: Db, messageUuid: string): Promise<QuotedRow | undefined> {
  return db.maybeOne(sql`
    select m.id, m.uuid, m.type, m.content, c.uuid as chat_uuid, u.uuid as sender_uuid, u.email as sender_email,
      f.uuid as file_uuid
    from messages m join chats c on c.id = m.chat_id join users u on u.id = m.sender_id
      left join files f on f.message_id = m.id
    where m.uuid = ${messageUuid}`);
}
