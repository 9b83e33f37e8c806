import type { ChatType, Mention, MessageType, Reaction } from '@chat/contract/messages';
import { type Db, empty, type Sql, sql } from '../../../db/database.ts';
import type { NewFile } from './files.queries.ts';
import {
  type ChatViewer,
  isSupervisedBy,
  joinedAfter,
  joinsWithoutHistory,
} from './supervisions.queries.ts';

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
  /** Said before its reader joined: nothing else is known of it. */
  isHidden?: true;
}

/** As JSON. Fields that few messages have are one nested value, so that the others do not carry their keys. */
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

const quoteColumns = sql`json_build_object(
    'uuid', r.uuid, 'content', r.content, 'deletedAt', r.deleted_at,
    'senderUuid', ru.uuid, 'senderEmail', ru.email, 'fileUuid', rf.uuid
  )`;

const replyOf = (isLimited: boolean) => sql`
  select ${isLimited ? sql`case when r.seq <= chat.hidden_seq then '{"isHidden": true}' else ${quoteColumns} end` : quoteColumns}
  from (select) as always
    left join messages r on r.chat_id = m.chat_id and r.id = m.reply_to_id
    left join users ru on ru.id = r.sender_id
    left join files rf on r.type <> 'TEXT' and r.deleted_at is null and rf.message_id = r.id`;

const reactionsOf = sql`
  select jsonb_agg(jsonb_build_object('userUuid', ru.uuid, 'userEmail', ru.email, 'emoji', re.emoji, 'reactedAt', re.reacted_at)
    order by re.reacted_at, ru.uuid)
  from reactions re, ${userOf(sql`re.user_id`)} ru where re.message_id = m.id`;

const mentionsOf = sql`
  select jsonb_agg(jsonb_build_object('uuid', mu.uuid, 'email', mu.email) order by mu.email)
  from mentions me, ${userOf(sql`me.user_id`)} mu where me.message_id = m.id`;

/**
 * All columns of a message `m` and its sender `u` but reactions and mentions; limited, without what it quotes of messages
 * up to the `hidden_seq` of `chat`.
 */
export const messageColumns = (isLimited: boolean): Sql => sql`
  m.id, m.uuid, m.seq, m.type, m.content, m.reference_id as "referenceId", m.created_at as "createdAt",
  m.edited_at as "editedAt", m.forwarded, u.uuid as "senderUuid", u.email as "senderEmail",
  case when m.type <> 'TEXT' then (${fileOf}) end as file,
  case when m.reply_to_id is not null then (${replyOf(isLimited)}) end as reply`;

/** The messages of `chat`, a row of chats that the statement around them knows. */
const messagesOfChat = (isLimited: boolean) => sql`
  select ${messageColumns(isLimited)}, (${reactionsOf}) as reactions,
    case when chat.kind = 'GROUP' then (${mentionsOf}) end as mentions
  from messages m join users u on u.id = m.sender_id
  where m.chat_id = chat.id and m.deleted_at is null${isLimited ? sql` and m.seq > chat.hidden_seq` : empty}`;

export interface QuotedRow {
  id: number;
  seq: number;
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
    select m.id, m.seq, m.uuid, m.type, m.content, c.uuid as chat_uuid, u.uuid as sender_uuid, u.email as sender_email,
      f.uuid as file_uuid
    from messages m join chats c on c.id = m.chat_id join users u on u.id = m.sender_id
      left join files f on f.message_id = m.id and m.deleted_at is null
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
    from chats chat cross join lateral (${messagesOfChat(false)} and m.id = ${id}) message
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

/** A message with its chat, as who looked for it reads them now. */
export interface FoundRow {
  chatId: number;
  uuid: string;
  kind: ChatType;
  hash: string;
  groupUuid: string | null;
  groupName: string | null;
  deliveredSeq: number;
  seenSeq: number;
  /** The other one of the reader's direct chat. */
  counterpartEmail: string | null;
  message: MessageRow;
}

/** The user takes part in the chat `c` now. */
const memberOf = (userId: number): Sql => sql`
  exists (
    select from chat_members me where me.chat_id = c.id and me.user_id = ${userId} and me.left_at is null
  )`;

const findReadable = (
  db: Db,
  ids: number[],
  viewerId: number,
  { mayRead, hiddenSeq }: { mayRead: Sql; hiddenSeq?: Sql | undefined },
): Promise<FoundRow[]> =>
  db.many(sql`
    select chat.id as chat_id, chat.uuid, chat.kind, chat.hash, chat.group_uuid, chat.group_name, chat.delivered_seq,
      chat.seen_seq, chat.counterpart_email, row_to_json(message) as message
    from unnest(${ids}::bigint[]) as sought (id)
      cross join lateral (select one.chat_id from messages one where one.id = sought.id limit 1) place
      cross join lateral (
        select c.id, c.uuid, c.kind, c.hash, c.delivered_seq, c.seen_seq, g.uuid as group_uuid, g.name as group_name,
          other.email as counterpart_email${hiddenSeq ? sql`, ${hiddenSeq} as hidden_seq` : empty}
        from chats c
          left join groups g on g.id = c.group_id
          left join users other on c.kind = 'DIRECT' and other.id = c.low_user_id + c.high_user_id - ${viewerId}::bigint
        where c.id = place.chat_id and g.deleted_at is null and ${mayRead}
        limit 1
      ) chat
      cross join lateral (${messagesOfChat(hiddenSeq !== undefined)} and m.id = sought.id limit 1) message`);

/** Among these messages, those in a chat of which the viewer is a member now; in no order. */
export const findOwnMessages = (db: Db, ids: number[], viewer: ChatViewer): Promise<FoundRow[]> =>
  findReadable(db, ids, viewer.id, {
    mayRead: memberOf(viewer.id),
    hiddenSeq: joinsWithoutHistory(viewer) ? joinedAfter(viewer) : undefined,
  });

/** Among these messages, those in all chats that the administrator may read now; in no order. */
export const findWatchedMessages = (
  db: Db,
  ids: number[],
  viewer: ChatViewer,
): Promise<FoundRow[]> => findReadable(db, ids, viewer.id, { mayRead: isSupervisedBy(viewer) });

interface ForwardableRow {
  id: number;
  type: MessageType;
  content: string;
  file: NewFile | null;
}

/** The message with its file, for a present member of its chat; watching it is not enough. */
export function findForwardable(
  db: Db,
  messageUuid: string,
  viewer: ChatViewer,
): Promise<ForwardableRow | undefined> {
  return db.maybeOne(sql`
    select m.id, m.type, m.content, case when f.uuid is not null then json_build_object(
        'uuid', f.uuid, 'name', f.name, 'mediaType', f.media_type, 'size', f.size, 'width', f.width, 'height', f.height,
        'hasThumbnail', f.has_thumbnail, 'durationMs', f.duration_ms, 'waveform', f.waveform
      ) end as file
    from messages m join chats c on c.id = m.chat_id left join groups g on g.id = c.group_id
      left join files f on m.type <> 'TEXT' and f.message_id = m.id
    where m.uuid = ${messageUuid} and m.deleted_at is null and g.deleted_at is null and ${memberOf(viewer.id)}
      ${joinsWithoutHistory(viewer) ? sql`and m.seq > ${joinedAfter(viewer)}` : empty}`);
}
