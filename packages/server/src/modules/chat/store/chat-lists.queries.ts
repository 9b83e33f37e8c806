import type { ChatType, MessageType } from '@chat/contract/messages';
import type { Page } from '@chat/contract/route';
import { type Db, empty, fixed, type Sql, sql } from '../../../db/database.ts';
import { type Listed, listRows } from '../../../db/page.ts';
import type { NotifyRow } from './members.queries.ts';
import {
  type ChatViewer,
  hiddenUpTo,
  isSupervisedBy,
  joinedAfter,
  joinsWithoutHistory,
} from './supervisions.queries.ts';

interface LastMessage {
  messageUuid: string;
  messageSeq: number;
  messageType: MessageType;
  messageContent: string;
  messageFileName: string | null;
  /** As text, which `presentInstant` understands: a date of each costs a list more than its rows. */
  messageCreatedAt: string;
  messageSenderUuid: string;
  messageSenderEmail: string;
}

/** The newest message of a chat, as lists show it. */
export type LastMessageRow = LastMessage | { messageUuid: null };

interface ChatMarks {
  deliveredSeq: number | null;
  seenSeq: number | null;
}

const lastMessageColumns = sql`
  lm.uuid as message_uuid, lm.seq as message_seq, lm.type as message_type, lm.content as message_content,
  case when lm.type <> 'TEXT' then (select f.name from files f where f.message_id = lm.id) end as message_file_name,
  lm.created_at::text as message_created_at, lmu.uuid as message_sender_uuid, lmu.email as message_sender_email`;

/** One look for each chat: joined, all messages may be read for the last ones of a list. */
const lastMessageTables = (condition: Sql = empty): Sql => sql`
  left join lateral (
    select m.id, m.uuid, m.seq, m.type, m.content, m.created_at, m.sender_id
    from messages m where m.chat_id = c.id and m.id = c.last_message_id ${condition} limit 1
  ) lm on true
  left join users lmu on lmu.id = lm.sender_id`;

interface GroupChatEntry {
  userUuid: null;
  chatUuid: string;
  chatId: number;
  hash: string;
}

interface PersonEntry {
  userUuid: string;
  userId: number;
  email: string;
  /** Null as long as nobody has opened the chat with them. */
  chatUuid: string | null;
  hash: string | null;
}

export type ListEntryRow = (GroupChatEntry | PersonEntry) &
  LastMessageRow &
  ChatMarks &
  NotifyRow & {
    kind: ChatType | null;
    unreadCount: number;
    calledCount: number;
    mySeenSeq: number;
    active: boolean;
    /** As text, like all instants of the list. */
    deletedAt: string | null;
    blocked: boolean;
  };

// How a chat notifies `me` now: what was muted until an instant that has passed is not muted.
const notifyColumns = sql`
  case when me.notify_until <= now() then 'all' else me.notify_mode end as notify_mode,
  case when me.notify_until > now() then me.notify_until::text end as notify_until`;

// Messages of others after my seen mark: sending moves the mark, so all that follow it are others' (rules/receipts 14).
// Deleted ones are looked up only in chats that have any: a list may hold hundreds of chats with something unread.
const unreadOf = sql`
  c.last_seq - me.seen_seq - case when c.deleted_count = 0 then 0 else (
    select count(*) from messages d
    where d.chat_id = c.id and d.seq > me.seen_seq and d.deleted_at is not null
  ) end`;

// Whoever left a chat alone for that long is shown no exact number.
const MAX_LOOKED_AT = 1_000;

// Each is found by its own key: an `exists` might be answered by reading a whole table once.
/** The unread messages that mention `me` or reply to theirs, of a group chat `c` that is muted but for mentions. */
const calledOf = sql`
  case when c.kind = 'GROUP' and me.notify_mode = 'mentions' then (
    select count(*) from messages m
    where m.chat_id = c.id and m.seq > greatest(me.seen_seq, c.last_seq - ${fixed(MAX_LOOKED_AT)}) and m.deleted_at is null
      and (
        (select user_id from mentions where message_id = m.id and user_id = me.user_id limit 1) = me.user_id
        or (select sender_id from messages q where q.chat_id = m.chat_id and q.id = m.reply_to_id limit 1) = me.user_id
      )
  ) else 0 end`;

/** The chat list of one participant: the group chat, all other participants, and former ones with history. */
export function findListEntries(
  db: Db,
  groupId: number,
  viewer: ChatViewer,
): Promise<ListEntryRow[]> {
  const { id: viewerId } = viewer;
  const isLimited = joinsWithoutHistory(viewer);
  // A range with an unknown end keeps the plan, as in `insert-messages.queries.ts`.
  return db.many(sql`
    with mine as materialized (
      select c.id, c.uuid, c.kind, c.hash, c.last_seq, c.delivered_seq, c.seen_seq, c.last_message_id,
        c.low_user_id + c.high_user_id - ${viewerId}::bigint as peer_id, me.seen_seq as my_seen_seq,
        ${notifyColumns},
        case when c.last_seq > me.seen_seq then ${unreadOf} else 0 end as unread_count,
        case when c.last_seq > me.seen_seq and coalesce(me.notify_until > now(), true) then ${calledOf} else 0 end
          as called_count
      from chat_members me, lateral (
        select * from chats c where c.id = me.chat_id and c.group_id = ${groupId} limit 1
      ) c
      where me.user_id = ${viewerId} and me.left_at is null
    ), peers as (
      select user_id from group_participants
      where group_id = ${groupId} and user_id <> ${viewerId} and user_id between 1 and ${Number.MAX_SAFE_INTEGER}
    )
    select u.uuid as user_uuid, u.id as user_id, u.email, u.deleted_at::text as deleted_at,
      u.blocked_at is not null as blocked,
      p.user_id is not null or c.kind = 'GROUP' as active,
      c.id as chat_id, c.uuid as chat_uuid, c.kind, c.hash, c.delivered_seq, c.seen_seq,
      coalesce(c.my_seen_seq, 0) as my_seen_seq, coalesce(c.unread_count, 0) as unread_count,
      coalesce(c.called_count, 0) as called_count,
      coalesce(c.notify_mode, 'all') as notify_mode, c.notify_until, ${lastMessageColumns}
    from peers p
      full join mine c on c.peer_id = p.user_id
      left join lateral (
        select * from users where id = coalesce(p.user_id, c.peer_id) limit 1
      ) u on true
      ${lastMessageTables(isLimited ? sql`and m.seq > ${joinedAfter(viewer)}` : empty)}
    where p.user_id is not null or c.kind = 'GROUP' or c.last_seq > 0
    order by u.id is not null, lm.created_at desc nulls last, u.email, u.id`);
}

interface GroupColumns {
  groupId: number;
  groupUuid: string;
  groupName: string;
}

export type ChatRowWithUsers = LastMessageRow &
  ChatMarks &
  (GroupColumns | { groupId: null }) & {
    id: number;
    uuid: string;
    kind: ChatType;
    hash: string;
    users: { id: number; uuid: string; email: string; deletedAt: string | null }[];
    /** The viewer may read what is said there. */
    mayRead: boolean;
    supervision: { reason: string; expiresAt: string } | null;
  };

/** The viewer may read in the chat `c`; of others than administrators only their own chats are asked for. */
const isReadable = (viewer: ChatViewer): Sql =>
  viewer.isAdmin
    ? sql`(${isSupervisedBy(viewer)} or exists (
        select from chat_members me where me.chat_id = c.id and me.user_id = ${viewer.id} and me.left_at is null
      ))`
    : sql`true`;

/** The viewer's reason in force for the chat `c`, as JSON. */
const supervisionOf = ({ id, supervision }: ChatViewer): Sql =>
  supervision === 'off'
    ? sql`null::json`
    : sql`(
        select json_build_object('reason', s.reason, 'expiresAt', s.expires_at) from supervisions s
        where s.chat_id = c.id and s.user_id = ${id} and s.expires_at > now()
      )`;

const AVATARS = 3;

const user = sql`
  json_build_object('id', p.id, 'uuid', p.uuid, 'email', p.email, 'deletedAt', p.deleted_at)`;

const chatWithUsers = (viewer: ChatViewer): Sql => sql`
  select c.id, c.uuid, c.kind, c.hash, c.delivered_seq, c.seen_seq,
    g.id as group_id, g.uuid as group_uuid, g.name as group_name, ${lastMessageColumns},
    ${isReadable(viewer)} as may_read, ${supervisionOf(viewer)} as supervision,
    case when c.kind = 'DIRECT' then (
      select json_agg(${user} order by p.email)
      from (values
        (low.id, low.uuid, low.email, low.deleted_at), (high.id, high.uuid, high.email, high.deleted_at)
      ) as p (id, uuid, email, deleted_at)
    ) else (
      select coalesce(json_agg(${user}), '[]')
      from (
        select u.id, u.uuid, u.email, u.deleted_at
        from chat_members m join users u on u.id = m.user_id
        where m.chat_id = c.id and m.left_at is null
        order by u.email limit ${AVATARS}
      ) p
    ) end as users
  from chats c
    left join groups g on g.id = c.group_id
    left join users low on low.id = c.low_user_id
    left join users high on high.id = c.high_user_id
    ${lastMessageTables(joinsWithoutHistory(viewer) ? sql`and m.seq > ${hiddenUpTo(viewer)}` : empty)}`;

export const findChatWithUsers = (
  db: Db,
  viewer: ChatViewer,
  chatUuid: string,
): Promise<ChatRowWithUsers | undefined> =>
  db.maybeOne(sql`${chatWithUsers(viewer)} where c.uuid = ${chatUuid}`);

/**
 * One page of the group and direct chats that have a message, newest first; `pattern` is matched with any participant's
 * e-mail. No index leads through the latest message itself, so that a send writes its chat's row in place: the index
 * finds the hours, each of which is sorted.
 */
export function findChatsWithMessages(
  db: Db,
  pattern: string | undefined,
  page: Page,
): Promise<Listed<{ id: number }>> {
  const chats =
    pattern === undefined
      ? sql`chats`
      : sql`(
          select c.* from (
              select distinct m.chat_id, m.left_at is null as is_present
              from users u, lateral (select chat_id, left_at from chat_members where user_id = u.id offset 0) m
              where u.email like ${pattern}
            ) of_found, lateral (
              select * from chats where id = of_found.chat_id limit 1
            ) c where of_found.is_present or c.kind = 'DIRECT'
        )`;
  const query = sql`
    select c.id
    from ${chats} c
    where c.kind <> 'PERSONAL' and c.last_message_hour is not null
      and c.group_id <> all (array(select id from groups where deleted_at is not null))`;
  const newestFirst = sql`order by c.last_message_hour desc, c.last_message_at desc, c.id desc`;
  return listRows(db, query, newestFirst, page);
}

/** Newest first. Asked for by id, so that the pages before are counted off without being put together. */
export const findChatsWithUsers = (
  db: Db,
  viewer: ChatViewer,
  ids: number[],
): Promise<ChatRowWithUsers[]> =>
  db.many(sql`
    ${chatWithUsers(viewer)} where c.id = any(${ids}::bigint[]) order by c.last_message_at desc, c.id desc`);

/** A chat that somebody has muted. */
export interface MuteRow extends NotifyRow {
  groupUuid: string;
  chatUuid: string;
  /** The unread messages that the mute holds back. */
  heldBack: number;
}

/** All mutes of a person, in whatever groups. */
export const findMutes = (db: Db, userId: number): Promise<MuteRow[]> =>
  db.many(sql`
    select g.uuid as group_uuid, c.uuid as chat_uuid, ${notifyColumns},
      case when c.last_seq > me.seen_seq then greatest(0, ${unreadOf} - ${calledOf}) else 0 end as held_back
    from (
        select * from chat_members
        where user_id = ${userId} and left_at is null and notify_mode <> 'all'
          and coalesce(notify_until > now(), true)
      ) me
      cross join lateral (select * from chats where id = me.chat_id limit 1) c
      cross join lateral (select uuid from groups where id = c.group_id limit 1) g`);
