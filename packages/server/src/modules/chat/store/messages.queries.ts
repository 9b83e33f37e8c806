import type { Mention, MessageType } from '@chat/contract/messages/messages.schema';
import type { Reaction } from '@chat/contract/reactions/reactions.schema';
import { type Db, fixed, type Sql, sql } from '../../../db/database.ts';
import { beginningOf, endOf, nearest, type Range } from './ranges.queries.ts';

/** The file of a message; all null without one. */
export interface FileColumns {
  fileUuid: string | null;
  fileName: string | null;
  fileSize: number | null;
  fileWidth: number | null;
  fileHeight: number | null;
  fileMediaType: string | null;
  fileDurationMs: number | null;
  fileWaveform: number[] | null;
}

/** The quoted message; all null when it was removed by age. */
export interface ReplyColumns {
  uuid: string | null;
  content: string | null;
  deletedAt: string | null;
  senderUuid: string | null;
  senderEmail: string | null;
  fileUuid: string | null;
}

/** As JSON. What few messages have is one nested value, so that the others do not carry its keys. */
export interface MessageRow {
  id: number;
  uuid: string;
  seq: number;
  type: MessageType;
  content: string;
  referenceId: string | null;
  createdAt: string;
  editedAt: string | null;
  forwarded: boolean;
  senderUuid: string;
  senderEmail: string;
  file: FileColumns | null;
  reactions: Reaction[] | null;
  mentions: Mention[] | null;
  reply: ReplyColumns | null;
}

/** Looks up one user by id: joined, all users may be read for each message. */
const userOf = (id: Sql) => sql`
  lateral (select one.uuid, one.email from users one where one.id = ${id} limit 1)`;

// Each is looked for only where a message has said that there is one, or may have.
const fileOf = sql`
  select json_build_object(
    'fileUuid', f.uuid, 'fileName', f.name, 'fileSize', f.size, 'fileWidth', f.width, 'fileHeight', f.height,
    'fileMediaType', f.media_type, 'fileDurationMs', f.duration_ms, 'fileWaveform', f.waveform
  ) from files f where f.message_id = m.id`;

const replyOf = sql`
  select json_build_object(
    'uuid', r.uuid, 'content', r.content, 'deletedAt', r.deleted_at,
    'senderUuid', ru.uuid, 'senderEmail', ru.email, 'fileUuid', rf.uuid
  )
  from (select) as always
    left join messages r on r.chat_id = m.chat_id and r.id = m.reply_to_id
    left join users ru on ru.id = r.sender_id
    left join files rf on r.type <> 'TEXT' and rf.message_id = r.id`;

const reactionsOf = sql`
  select jsonb_agg(jsonb_build_object('userUuid', ru.uuid, 'userEmail', ru.email, 'emoji', re.emoji, 'reactedAt', re.reacted_at)
    order by re.reacted_at, ru.uuid)
  from reactions re, ${userOf(sql`re.user_id`)} ru where re.message_id = m.id`;

const mentionsOf = sql`
  select jsonb_agg(jsonb_build_object('uuid', mu.uuid, 'email', mu.email) order by mu.email)
  from mentions me, ${userOf(sql`me.user_id`)} mu where me.message_id = m.id`;

/** The messages of `chat`, a row of chats that the statement around them knows. */
export const messagesOfChat = sql`
  select m.id, m.uuid, m.seq, m.type, m.content, m.reference_id as "referenceId", m.created_at as "createdAt",
    m.edited_at as "editedAt", m.forwarded, u.uuid as "senderUuid", u.email as "senderEmail",
    (${reactionsOf}) as reactions,
    case when chat.kind = 'GROUP' then (${mentionsOf}) end as mentions,
    case when m.type <> 'TEXT' then (${fileOf}) end as file,
    case when m.reply_to_id is not null then (${replyOf}) end as reply
  from messages m join users u on u.id = m.sender_id
  where m.chat_id = chat.id and m.deleted_at is null`;

/** Which page of a chat's messages; the uuids are of messages of the chat, which may have been deleted meanwhile. */
export type MessageCursor =
  | { page: number }
  | { before: string }
  | { after: string }
  | { around: string }
  | { aroundSeq: number };

/** Finds the number of an anchor; a page may start at a message that has been deleted since. */
const seqOf = (messageUuid: string) =>
  sql`(select a.seq from messages a where a.uuid = ${messageUuid} and a.chat_id = chat.id)`;

/** The number at which the page stands, and what is to be read. */
function pageAt(cursor: MessageCursor, size: number): Range & { seq: Sql } {
  const at = sql`anchor.seq`;
  const whole = fixed(size);
  const before = { from: beginningOf(whole, at), to: at };
  if ('before' in cursor) return { seq: seqOf(cursor.before), ...before };
  if ('after' in cursor) {
    const next = sql`(${at} + 1)`;
    return { seq: seqOf(cursor.after), from: next, to: endOf(whole, next) };
  }
  if ('around' in cursor || 'aroundSeq' in cursor) {
    const half = Math.floor(size / 2);
    const seq = 'around' in cursor ? seqOf(cursor.around) : nearest(cursor.aroundSeq);
    return { seq, from: beginningOf(fixed(half), at), to: endOf(fixed(size - half), at) };
  }
  const skip = (cursor.page - 1) * size;
  const newest = sql`(chat.last_seq + 1)`;
  return { seq: skip === 0 ? newest : beginningOf(sql`${skip}::bigint`, newest), ...before };
}

/** A page as `messagePage` selects it: the messages as one JSON text, which costs half of as many rows. */
export interface MessagePage {
  /** Null when the chat has no message of the named uuid. */
  anchorSeq: number | null;
  /** Oldest first; null when there are none. */
  messages: MessageRow[] | null;
}

/**
 * Selects a page of the messages of `chat`, which the statement around it knows. Read as a range of numbers with both
 * ends, so that no plan can read more of the chat, whatever the planner believes: with a `limit` alone it reads and
 * sorts a whole chat that it takes for short.
 */
export function messagePage(cursor: MessageCursor, size: number): Sql {
  const { seq, from, to } = pageAt(cursor, size);
  return sql`
    select anchor.seq as anchor_seq,
      (select json_agg(message order by message.seq) from (${messagesOfChat} and m.seq >= page.first and m.seq < page.beyond) message) as messages
    from (select ${seq} as seq offset 0) anchor, lateral (select ${from} as first, ${to} as beyond offset 0) page`;
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

/** Where a message stands and whose it is. */
export interface PlacedMessage {
  id: number;
  seq: number;
  chatUuid: string;
  senderId: number;
  type: MessageType;
  isDeleted: boolean;
}

export function findMessage(db: Db, messageUuid: string): Promise<PlacedMessage | undefined> {
  return db.maybeOne(sql`
    select m.id, m.seq, c.uuid as chat_uuid, m.sender_id, m.type, m.deleted_at is not null as is_deleted
    from messages m join chats c on c.id = m.chat_id
    where m.uuid = ${messageUuid}`);
}

/** The message as a page of its chat would have it. */
export async function findMessageRow(db: Db, chatId: number, id: number): Promise<MessageRow> {
  const { message } = await db.one<{ message: MessageRow }>(sql`
    select row_to_json(message) as message
    from chats chat cross join lateral (${messagesOfChat} and m.id = ${id}) message
    where chat.id = ${chatId}`);
  return message;
}
