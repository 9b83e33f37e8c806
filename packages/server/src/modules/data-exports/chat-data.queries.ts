import type { ChatType, MessageType } from '@chat/contract/messages';
import { type Db, type Sql, sql } from '../../db/database.ts';
import type { FileOfMessage, SeqRange } from './person-data.queries.ts';

export interface ExportedChat {
  id: number;
  uuid: string;
  kind: ChatType;
  groupUuid: string | null;
  groupName: string | null;
  lastSeq: number;
  createdAt: Date;
  /** The two of a direct chat. */
  memberEmails: string[];
  /** A hold keeps something of it. */
  isHeld: boolean;
}

export const findExportedChat = (db: Db, id: number): Promise<ExportedChat> =>
  db.one(sql`
    select c.id, c.uuid, c.kind, g.uuid as group_uuid, g.name as group_name, c.last_seq, c.created_at,
      array_remove(array[low.email, high.email], null) as member_emails,
      exists (
        select from holds h
        where h.chat_id = c.id
          or h.user_id in (select m.user_id from chat_members m where m.chat_id = c.id)
      ) as is_held
    from chats c
      left join groups g on g.id = c.group_id
      left join users low on low.id = c.low_user_id
      left join users high on high.id = c.high_user_id
    where c.id = ${id}`);

export interface ExportedMemberRow {
  id: number;
  uuid: string;
  email: string;
  firstName: string;
  lastName: string;
  leftAt: Date | null;
}

/** Former members too, after `afterId`. */
export const findMembersOf = (
  db: Db,
  chatId: number,
  afterId: number,
  limit: number,
): Promise<ExportedMemberRow[]> =>
  db.many(sql`
    select u.id, u.uuid, u.email, u.first_name, u.last_name, m.left_at
    from chat_members m join users u on u.id = m.user_id
    where m.chat_id = ${chatId} and m.user_id > ${afterId}
    order by m.user_id limit ${limit}`);

export interface ExportedOriginal {
  content: string;
  fileName: string | null;
  from: string;
  until: string;
  reason: 'EDITED' | 'DELETED';
}

export interface ExportedMessage {
  seq: number;
  uuid: string;
  type: MessageType;
  content: string;
  createdAt: Date;
  editedAt: Date | null;
  forwarded: boolean;
  senderUuid: string;
  senderEmail: string;
  file: FileOfMessage | null;
  /** The quoted message; null without one. Its parts are null once it is deleted, or removed by age. */
  replyTo: { uuid: string | null; senderEmail: string | null; content: string | null } | null;
  mentions: { uuid: string; email: string }[] | null;
  deletedAt: Date | null;
  /** Its earlier texts, oldest first; null where no hold keeps them. */
  originals: ExportedOriginal[] | null;
  reactions: { userId: string; email: string; emoji: string; reactedAt: string }[] | null;
}

const isHeld = (senderId: Sql): Sql => sql`
  exists (
    select from holds h
    where h.chat_id = c.id or h.user_id = ${senderId}
      or (c.kind <> 'GROUP' and h.user_id in (c.low_user_id, c.high_user_id))
  )`;

const quoteOf = sql`
  select json_build_object('uuid', r.uuid, 'senderEmail', ru.email, 'content', r.content)
  from (select) as always
    left join messages r on r.chat_id = m.chat_id and r.id = m.reply_to_id and r.deleted_at is null
      and (g.deleted_at is null or ${isHeld(sql`r.sender_id`)})
    left join users ru on ru.id = r.sender_id`;

const mentionsOf = sql`
  select json_agg(json_build_object('uuid', mu.uuid, 'email', mu.email) order by mu.email)
  from mentions me join users mu on mu.id = me.user_id where me.message_id = m.id`;

const reactionsOf = sql`
  select json_agg(json_build_object('userId', ru.uuid, 'email', ru.email, 'emoji', re.emoji, 'reactedAt', re.reacted_at)
    order by re.reacted_at, ru.uuid)
  from reactions re join users ru on ru.id = re.user_id where re.message_id = m.id`;

const originalsOf = sql`
  select json_agg(json_build_object(
      'content', o.content, 'fileName', o.file_name, 'from', o.since, 'until', o.until, 'reason', o.reason
    ) order by o.id)
  from message_originals o where o.chat_id = m.chat_id and o.message_id = m.id`;

/**
 * All that an export of a conversation shows of what was said there; the only place that decides so. Texts that are
 * deleted or edited away are shown where a hold keeps them, and so is what was said in a deleted group.
 */
export const findChatMessages = (
  db: Db,
  chatId: number,
  { after, upTo }: SeqRange,
): Promise<ExportedMessage[]> =>
  db.many(sql`
    select m.seq, m.uuid, m.type, m.content, m.created_at, m.edited_at, m.forwarded,
      u.uuid as sender_uuid, u.email as sender_email,
      case when m.type <> 'TEXT' then (
        select json_build_object('uuid', f.uuid, 'name', f.name, 'size', f.size, 'mimeType', f.media_type,
          'durationMs', f.duration_ms)
        from files f where f.message_id = m.id
      ) end as file,
      case when m.reply_to_id is not null then (${quoteOf}) end as reply_to,
      (${mentionsOf}) as mentions, (${reactionsOf}) as reactions,
      m.deleted_at, kept.originals
    from messages m
      join chats c on c.id = m.chat_id
      join users u on u.id = m.sender_id
      left join groups g on g.id = c.group_id
      cross join lateral (select ${isHeld(sql`m.sender_id`)} as is_held) hold
      cross join lateral (select case when hold.is_held then (${originalsOf}) end as originals) kept
    where m.chat_id = ${chatId} and m.seq > ${after} and m.seq <= ${upTo}
      and (g.deleted_at is null or hold.is_held)
      and (m.deleted_at is null or kept.originals is not null)
    order by m.seq`);
