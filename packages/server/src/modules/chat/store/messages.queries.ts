import type { Mention, MessageType } from '@chat/contract/messages';
import type { Reaction } from '@chat/contract/reactions';
import { type Db, type Sql, sql } from '../../../db/database.ts';

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
export const userOf = (id: Sql) => sql`
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

/** Of a message `m` and its sender `u` all but reactions and mentions. */
export const messageColumns = sql`
  m.id, m.uuid, m.seq, m.type, m.content, m.reference_id as "referenceId", m.created_at as "createdAt",
  m.edited_at as "editedAt", m.forwarded, u.uuid as "senderUuid", u.email as "senderEmail",
  case when m.type <> 'TEXT' then (${fileOf}) end as file,
  case when m.reply_to_id is not null then (${replyOf}) end as reply`;

/** The messages of `chat`, a row of chats that the statement around them knows. */
export const messagesOfChat = sql`
  select ${messageColumns}, (${reactionsOf}) as reactions,
    case when chat.kind = 'GROUP' then (${mentionsOf}) end as mentions
  from messages m join users u on u.id = m.sender_id
  where m.chat_id = chat.id and m.deleted_at is null`;

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

/** The sender has stored a message in the chat under that reference before. */
export async function isReferenceStored(
  db: Db,
  { chatUuid, senderId, referenceId }: { chatUuid: string; senderId: number; referenceId: string },
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select m.id from messages m
    where m.chat_id = (select id from chats where uuid = ${chatUuid})
      and m.sender_id = ${senderId} and m.reference_id = ${referenceId}`);
  return row !== undefined;
}
