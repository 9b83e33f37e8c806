import type { ChatType } from '@chat/contract/messages';
import { type Db, sql } from '../../../db/database.ts';
import {
  type ChatMarks,
  type LastMessageRow,
  lastMessageColumns,
  lastMessageTables,
} from './last-message.queries.ts';

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
  ChatMarks & {
    kind: ChatType | null;
    unreadCount: number;
    mySeenSeq: number;
    active: boolean;
    /** As text, like all instants of the list. */
    deletedAt: string | null;
  };

// Messages of others after my seen mark: sending moves the mark, so all that follow it are others' (rules/receipts 14).
// Deleted ones are looked up only in chats that have any: a list may hold hundreds of chats with something unread.
const unreadOf = sql`
  c.last_seq - me.seen_seq - case when c.deleted_count = 0 then 0 else (
    select count(*) from messages d
    where d.chat_id = c.id and d.seq > me.seen_seq and d.deleted_at is not null
  ) end`;

/** The chat list of one participant: the group chat, all other participants, and former ones with history. */
export function findListEntries(
  db: Db,
  groupId: number,
  viewerId: number,
): Promise<ListEntryRow[]> {
  return db.many(sql`
    with mine as materialized (
      select c.id, c.uuid, c.kind, c.hash, c.last_seq, c.delivered_seq, c.seen_seq, c.last_message_id,
        c.low_user_id + c.high_user_id - ${viewerId}::bigint as peer_id, me.seen_seq as my_seen_seq,
        case when c.last_seq > me.seen_seq then ${unreadOf} else 0 end as unread_count
      from chat_members me, lateral (
        select * from chats c where c.id = me.chat_id and c.group_id = ${groupId} limit 1
      ) c
      where me.user_id = ${viewerId} and me.left_at is null
    ), peers as (
      select user_id from group_participants
      where group_id = ${groupId} and user_id <> ${viewerId}
    )
    select u.uuid as user_uuid, u.id as user_id, u.email, u.deleted_at::text as deleted_at,
      p.user_id is not null or c.kind = 'GROUP' as active,
      c.id as chat_id, c.uuid as chat_uuid, c.kind, c.hash, c.delivered_seq, c.seen_seq,
      coalesce(c.my_seen_seq, 0) as my_seen_seq, coalesce(c.unread_count, 0) as unread_count, ${lastMessageColumns}
    from peers p
      full join mine c on c.peer_id = p.user_id
      left join users u on u.id = coalesce(p.user_id, c.peer_id)
      ${lastMessageTables}
    where p.user_id is not null or c.kind = 'GROUP' or c.last_seq > 0
    order by u.id is not null, lm.created_at desc nulls last, u.email, u.id`);
}
