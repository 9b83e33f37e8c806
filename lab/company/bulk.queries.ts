import type { ChatType, MessageType } from '@chat/contract/messages';
import type { ConnectionStatus } from '@chat/contract/users';
import { type Db, sql } from '../../packages/server/src/db/database.ts';

// In the server each table has one writer. These statements fill an empty database, which nobody uses yet.

export async function hasUsers(db: Db): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`select exists (select from users) as some`);
  return some;
}

/** How many of the e-mails are living users'. */
export async function countUsers(db: Db, emails: string[]): Promise<number> {
  const { found } = await db.one<{ found: number }>(sql`
    select count(*) as found from users where email = any(${emails}::text[]) and deleted_at is null`);
  return found;
}

interface NewStatusRow {
  id: number;
  connectionStatus: ConnectionStatus;
}

/** The statuses of people who have been connected before. */
export function insertStatuses(db: Db, people: NewStatusRow[]): Promise<number> {
  return db.run(sql`
    insert into user_connections (user_id, status)
    select * from unnest(
      ${people.map(({ id }) => id)}::bigint[],
      ${people.map(({ connectionStatus }) => connectionStatus)}::text[]
    )`);
}

export interface NewChatRow {
  uuid: string;
  kind: ChatType;
  hash: string;
  groupId: number | null;
  lowUserId: number;
  highUserId: number | null;
}

/** Direct and personal chats with their members. */
export function insertChats(db: Db, chats: NewChatRow[]): Promise<number> {
  return db.run(sql`
    with inserted as (
      insert into chats (uuid, kind, hash, group_id, low_user_id, high_user_id)
      select * from unnest(
        ${chats.map(({ uuid }) => uuid)}::uuid[], ${chats.map(({ kind }) => kind)}::text[],
        ${chats.map(({ hash }) => hash)}::text[], ${chats.map(({ groupId }) => groupId)}::bigint[],
        ${chats.map(({ lowUserId }) => lowUserId)}::bigint[],
        ${chats.map(({ highUserId }) => highUserId)}::bigint[]
      )
      returning id, kind, group_id, low_user_id, high_user_id
    ), started as (
      insert into direct_unread (user_id, group_id)
      select distinct user_id, group_id
      from inserted c, unnest(array[c.low_user_id, c.high_user_id]) as user_id
      where c.kind = 'DIRECT'
      order by user_id, group_id
      on conflict do nothing
    )
    insert into chat_members (chat_id, user_id)
    select id, user_id from inserted, unnest(array[low_user_id, high_user_id]) as user_id
    where user_id is not null`);
}

interface ChatRow {
  id: number;
  uuid: string;
  hash: string;
}

/** Every chat by its hash. */
export async function findChats(db: Db): Promise<Map<string, ChatRow>> {
  const rows = await db.many<ChatRow>(sql`select id, uuid, hash from chats`);
  return new Map(rows.map((row) => [row.hash, row]));
}

export interface MarkRow {
  chatId: number;
  userId: number;
  deliveredSeq: number;
  seenSeq: number;
}

export function updateAllMarks(db: Db, marks: MarkRow[]): Promise<number> {
  return db.run(sql`
    update chat_members m set delivered_seq = mark.delivered, seen_seq = mark.seen
    from unnest(
      ${marks.map(({ chatId }) => chatId)}::bigint[], ${marks.map(({ userId }) => userId)}::bigint[],
      ${marks.map(({ deliveredSeq }) => deliveredSeq)}::bigint[],
      ${marks.map(({ seenSeq }) => seenSeq)}::bigint[]
    ) as mark (chat_id, user_id, delivered, seen)
    where m.chat_id = mark.chat_id and m.user_id = mark.user_id`);
}

export interface NewMessageRow {
  uuid: string;
  chatId: number;
  seq: number;
  senderId: number;
  type: MessageType;
  content: string;
  replyToUuid: string | null;
  createdAt: Date;
}

/** Inserts messages that answer one another, or a message that is stored already. */
async function insertSome(db: Db, messages: NewMessageRow[]): Promise<void> {
  await db.run(sql`
    with written as materialized (
      select nextval('messages_id_seq') as id, line.*
      from unnest(
        ${messages.map(({ uuid }) => uuid)}::uuid[], ${messages.map(({ chatId }) => chatId)}::bigint[],
        ${messages.map(({ seq }) => seq)}::bigint[], ${messages.map(({ senderId }) => senderId)}::bigint[],
        ${messages.map(({ type }) => type)}::text[], ${messages.map(({ content }) => content)}::text[],
        ${messages.map(({ replyToUuid }) => replyToUuid)}::uuid[],
        ${messages.map(({ createdAt }) => createdAt)}::timestamptz[]
      ) as line (uuid, chat_id, seq, sender_id, type, content, reply_to_uuid, created_at)
    )
    insert into messages (id, uuid, chat_id, seq, sender_id, type, content, reply_to_id, created_at)
    select w.id, w.uuid, w.chat_id, w.seq, w.sender_id, w.type, w.content, coalesce(quoted.id, stored.id), w.created_at
    from written w
      left join written quoted on quoted.uuid = w.reply_to_uuid
      left join messages stored on stored.uuid = w.reply_to_uuid`);
}

const MESSAGES_AT_ONCE = 20_000;

/** Stores whole histories, oldest first, and makes each chat end with its last message. */
export async function insertHistories(db: Db, messages: NewMessageRow[]): Promise<void> {
  // One statement for very many would take longer than the database may.
  for (let done = 0; done < messages.length; done += MESSAGES_AT_ONCE) {
    await insertSome(db, messages.slice(done, done + MESSAGES_AT_ONCE));
  }
  await db.run(sql`
    update chats c set last_seq = m.seq, last_message_id = m.id, last_message_at = m.created_at
    from messages m
    where m.chat_id = c.id
      and m.seq = (select max(newest.seq) from messages newest where newest.chat_id = c.id)`);
}

export interface NewReactionRow {
  messageUuid: string;
  userId: number;
  emoji: string;
  reactedAt: Date;
}

export function insertReactions(db: Db, reactions: NewReactionRow[]): Promise<number> {
  return db.run(sql`
    insert into reactions (message_id, user_id, emoji, reacted_at)
    select m.id, r.user_id, r.emoji, r.reacted_at
    from unnest(
      ${reactions.map(({ messageUuid }) => messageUuid)}::uuid[],
      ${reactions.map(({ userId }) => userId)}::bigint[], ${reactions.map(({ emoji }) => emoji)}::text[],
      ${reactions.map(({ reactedAt }) => reactedAt)}::timestamptz[]
    ) as r (message_uuid, user_id, emoji, reacted_at)
      join messages m on m.uuid = r.message_uuid`);
}

export interface NewMentionRow {
  messageUuid: string;
  userId: number;
}

export function insertMentions(db: Db, mentions: NewMentionRow[]): Promise<number> {
  return db.run(sql`
    insert into mentions (message_id, user_id)
    select m.id, mention.user_id
    from unnest(
      ${mentions.map(({ messageUuid }) => messageUuid)}::uuid[],
      ${mentions.map(({ userId }) => userId)}::bigint[]
    ) as mention (message_uuid, user_id)
      join messages m on m.uuid = mention.message_uuid`);
}

/** Gives stored files to the messages that carry them. */
export function claimFiles(
  db: Db,
  claims: { messageUuid: string; fileUuid: string }[],
): Promise<number> {
  return db.run(sql`
    update files f set message_id = m.id, created_at = m.created_at
    from unnest(
      ${claims.map(({ messageUuid }) => messageUuid)}::uuid[],
      ${claims.map(({ fileUuid }) => fileUuid)}::uuid[]
    ) as claim (message_uuid, file_uuid)
      join messages m on m.uuid = claim.message_uuid
    where f.uuid = claim.file_uuid`);
}

export interface NewDeviceRow {
  uuid: string;
  userId: number;
  identifierHash: Buffer;
  createdAt: Date;
  approvedAt: Date | null;
  name: string;
  address: string;
  code: string;
}

export function insertDevices(db: Db, devices: NewDeviceRow[]): Promise<number> {
  return db.run(sql`
    insert into devices (uuid, user_id, identifier_hash, created_at, approved_at, name, address, code)
    select * from unnest(
      ${devices.map(({ uuid }) => uuid)}::uuid[], ${devices.map(({ userId }) => userId)}::bigint[],
      ${devices.map(({ identifierHash }) => identifierHash)}::bytea[],
      ${devices.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${devices.map(({ approvedAt }) => approvedAt)}::timestamptz[],
      ${devices.map(({ name }) => name)}::text[], ${devices.map(({ address }) => address)}::text[],
      ${devices.map(({ code }) => code)}::text[]
    )`);
}

/** Refreshes the statistics: a bulk of rows changes every plan, and nobody should wait for the next housekeeping. */
export function refreshStatistics(db: Db): Promise<number> {
  return db.run(sql`
    analyze users, user_connections, devices, projects, offices, groups, group_participants, group_permissions, chats,
      chat_members, messages, files, reactions, mentions`);
}
