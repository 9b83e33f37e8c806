import type { MessageType } from '@chat/contract/messages';
import { type Db, sql } from '../../../db/database.ts';

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

/** Those that answer one another, or one that is stored already. */
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
