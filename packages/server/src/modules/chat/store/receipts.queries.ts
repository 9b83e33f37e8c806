import { type Db, sql } from '../../../db/database.ts';
import { applyUnreadDelta } from './direct-unread.ts';
import { insertAdvances } from './mark-advances.queries.ts';

/** How far a user has got and seen a chat; the statement that writes it checks that they are a member. */
export interface Mark {
  userId: number;
  chatUuid: string;
  deliveredSeq: number;
  seenSeq: number;
}

/** Members of a chat whose marks are equal, in one row: in a large group they are many. */
export interface MarkedRow {
  chatId: number;
  chatUuid: string;
  userIds: number[];
  userUuids: string[];
  deliveredSeq: number;
  seenSeq: number;
  /** Where the least of their marks stood before. */
  from: number;
  hasMoved: boolean;
  /** Counted where the seen mark has moved. */
  unreadCount: number | null;
  /** Of the chat, when `unreadCount` was counted. */
  lastSeq: number;
  at: Date;
}

const thisMoment = sql`date_trunc('milliseconds', now())`;

/** Moves many members' marks forward, never back, in one statement. Gives those of present members. */
export function updateMarks(db: Db, marks: Mark[]): Promise<MarkedRow[]> {
  return db.many(sql`
    with said as (
      select * from unnest(
        ${marks.map((mark) => mark.chatUuid)}::uuid[], ${marks.map((mark) => mark.userId)}::bigint[],
        ${marks.map((mark) => mark.deliveredSeq)}::bigint[], ${marks.map((mark) => mark.seenSeq)}::bigint[]
      ) as mark (chat_uuid, user_id, delivered, seen)
    ), locked as (
      select m.chat_id, m.user_id, m.delivered_seq, m.seen_seq, c.uuid as chat_uuid, c.kind, c.group_id,
        c.last_seq,
        greatest(m.delivered_seq, least(greatest(said.delivered, said.seen), c.last_seq)) as new_delivered,
        greatest(m.seen_seq, least(said.seen, c.last_seq)) as new_seen
      from said
        join chats c on c.uuid = said.chat_uuid
        join chat_members m on m.chat_id = c.id and m.user_id = said.user_id and m.left_at is null
      order by m.chat_id, m.user_id
      for update of m
    ), timed as (
      select *, ${thisMoment} as at from locked where kind <> 'PERSONAL'
    ), moved as (
      update chat_members m set delivered_seq = locked.new_delivered, seen_seq = locked.new_seen
      from locked
      where m.chat_id = locked.chat_id and m.user_id = locked.user_id
        and (locked.new_delivered > m.delivered_seq or locked.new_seen > m.seen_seq)
    ), ${insertAdvances(sql`timed`)}, ${applyUnreadDelta(sql`
      select user_id, group_id, sum(seen_seq - new_seen) as messages
      from locked where kind = 'DIRECT'
      group by user_id, group_id`)}
    select locked.chat_id, locked.chat_uuid, json_agg(u.id) as user_ids, json_agg(u.uuid) as user_uuids,
      locked.new_delivered as delivered_seq, locked.new_seen as seen_seq,
      min(least(
        case when locked.new_delivered > locked.delivered_seq then locked.delivered_seq end,
        case when locked.new_seen > locked.seen_seq then locked.seen_seq end
      )) as "from", ${thisMoment} as at,
      (locked.new_delivered > locked.delivered_seq or locked.new_seen > locked.seen_seq) as has_moved,
      case when locked.new_seen > locked.seen_seq then locked.last_seq - locked.new_seen - (
        select count(*) from messages d
        where d.chat_id = locked.chat_id and d.seq > locked.new_seen and d.deleted_at is not null
      ) end as unread_count, locked.last_seq
    from locked join users u on u.id = locked.user_id
    group by locked.chat_id, locked.chat_uuid, locked.last_seq, locked.new_seen, locked.new_delivered,
      locked.new_seen > locked.seen_seq, locked.new_delivered > locked.delivered_seq`);
}

/** Chats with something that has not reached the user yet, and how far each goes. */
export function findUndelivered(
  db: Db,
  userId: number,
): Promise<{ chatUuid: string; lastSeq: number }[]> {
  return db.many(sql`
    select c.uuid as chat_uuid, c.last_seq
    from chat_members m, lateral (
      select * from chats where id = m.chat_id and last_seq > m.delivered_seq limit 1
    ) c
    where m.user_id = ${userId} and m.left_at is null`);
}
