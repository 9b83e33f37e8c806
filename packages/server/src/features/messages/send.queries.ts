import type { ChatType, Mention, MessageType } from '@chat/contract/messages/messages.schema';
import { type Db, empty, type Sql, sql } from '../../db/database.ts';
import type { FileColumns } from './messages.queries.ts';

export interface NewMessage {
  uuid: string;
  chatUuid: string;
  senderId: number;
  referenceId: string | null;
  type: MessageType;
  content: string;
  replyToId: number | null;
  /** Waits in `files` until this message claims it. */
  file: FileColumns | null;
  mentionedUserIds: string[];
}

export interface SentRow {
  id: number;
  uuid: string;
  seq: number;
  createdAt: Date;
  /** false: the sender had sent this reference before; nothing was stored now. */
  isNew: boolean;
  /** By writing, the sender has seen messages that were unread to him. */
  hadUnread: boolean;
  /** Those of the mentioned who take part in the group; null without any. */
  mentions: Mention[] | null;
  chatId: number;
  kind: ChatType;
  hash: string;
  deliveredSeq: number;
  seenSeq: number;
  groupUuid: string | null;
  lowUserUuid: string | null;
  highUserUuid: string | null;
}

function claimFile(fileUuid: string | null | undefined): Sql {
  if (!fileUuid) return empty;
  return sql`, claimed as (
      update files f set message_id = inserted.id from inserted where f.uuid = ${fileUuid}
    )`;
}

interface MentionParts {
  insert: Sql;
  list: Sql;
}

function insertMentions(userUuids: string[]): MentionParts {
  if (userUuids.length === 0) return { insert: empty, list: sql`null::jsonb` };
  return {
    insert: sql`, mentioned as (
      insert into mentions (message_id, user_id)
      select inserted.id, u.id
      from inserted, target t
        join chat_members m on m.chat_id = t.id and m.left_at is null
        join users u on u.id = m.user_id
      where t.kind = 'GROUP' and u.uuid = any(${userUuids}::uuid[])
      returning user_id
    )`,
    list: sql`(
      select jsonb_agg(jsonb_build_object('uuid', u.uuid, 'email', u.email) order by u.email)
      from mentioned join users u on u.id = mentioned.user_id
    )`,
  };
}

/**
 * The whole send in one statement, one round trip: the chat's row lock gives everyone the same order and gapless numbers.
 * No row: the sender may not write there, or what he answers is gone. A reference that is being sent at this very moment by another call is
 * refused by `messages_reference_key`.
 */
export function insertMessage(db: Db, message: NewMessage): Promise<SentRow | undefined> {
  const { chatUuid, senderId, referenceId } = message;
  const mentions = insertMentions(message.mentionedUserIds);
  return db.maybeOne(sql`
    with target as (
      select c.id, c.kind, c.hash, c.group_id, c.low_user_id, c.high_user_id, c.delivered_seq, c.seen_seq, me.seen_seq as own_seen_seq
      from chats c
        join chat_members me on me.chat_id = c.id and me.user_id = ${senderId} and me.left_at is null
      where c.uuid = ${chatUuid}
        and (c.kind <> 'DIRECT' or not exists (
          select from chat_members other where other.chat_id = c.id and other.left_at is not null
        ))
    ), known as (
      select m.id, m.uuid, m.seq, m.created_at
      from messages m join target t on m.chat_id = t.id
      where m.sender_id = ${senderId} and m.reference_id = ${referenceId}
    ), raised as (
      update chats c
      set last_seq = c.last_seq + 1, last_message_id = nextval('messages_id_seq'),
        last_message_at = date_trunc('milliseconds', clock_timestamp())
      from target t
      where c.id = t.id and not exists (select from known)
        and not exists (
          select from messages q
          where q.chat_id = t.id and q.id = ${message.replyToId} and q.deleted_at is not null
        )
      returning c.id, c.last_seq, c.last_message_id, c.last_message_at
    ), inserted as (
      insert into messages (chat_id, seq, id, uuid, sender_id, reference_id, type, content, reply_to_id, created_at)
      select id, last_seq, last_message_id, ${message.uuid}, ${senderId}, ${referenceId}, ${message.type},
        ${message.content}, ${message.replyToId}, last_message_at
      from raised
      returning id, uuid, seq, created_at
    ), marked as (
      update chat_members m set delivered_seq = raised.last_seq, seen_seq = raised.last_seq
      from raised
      where m.chat_id = raised.id and m.user_id = ${senderId}
    )${claimFile(message.file?.fileUuid)}${mentions.insert}, sent as (
      select *, true as is_new from inserted union all select *, false from known
    )
    select sent.*, sent.is_new and sent.seq - 1 > t.own_seen_seq as had_unread,
      ${mentions.list} as mentions, t.id as chat_id, t.kind, t.hash, t.delivered_seq, t.seen_seq, g.uuid as group_uuid,
      low.uuid as low_user_uuid, high.uuid as high_user_uuid
    from sent, target t
      left join groups g on g.id = t.group_id
      left join users low on low.id = t.low_user_id
      left join users high on high.id = t.high_user_id`);
}
