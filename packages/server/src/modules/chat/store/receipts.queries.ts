import { type Db, fixed, type Sql, sql } from '../../../db/database.ts';

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
  /** The chat's last number when `unreadCount` was counted. */
  lastSeq: number;
  at: Date;
}

const thisMoment = sql`date_trunc('milliseconds', now())`;

// Chats are found before members: joined at once, the planner reads every member of a chat for each mark in it.
// A range of an unknown number keeps the plan, as in `insert-messages.queries.ts`.
const marksWithChats = (marks: Mark[]): Sql => sql`
  select mark.*, c.id as chat_id, c.kind, c.group_id, c.last_seq
  from unnest(
      ${marks.map((mark) => mark.chatUuid)}::uuid[], ${marks.map((mark) => mark.userId)}::bigint[],
      ${marks.map((mark) => mark.deliveredSeq)}::bigint[], ${marks.map((mark) => mark.seenSeq)}::bigint[]
    ) with ordinality as mark (chat_uuid, user_id, delivered, seen, place)
    join chats c on c.uuid = mark.chat_uuid
  where mark.place between 1 and ${marks.length}`;

/**
 * Moves many members' marks forward, never back, in one statement, which stores when they passed messages: who has seen
 * has got, so a mark that both reach is one row. Returns those of present members. Unread counters are locked last
 * (`direct-unread.ts`).
 */
export function updateMarks(db: Db, marks: Mark[]): Promise<MarkedRow[]> {
  return db.many(sql`
    with said as materialized (${marksWithChats(marks)}
    ), locked as (
      select m.chat_id, m.user_id, m.delivered_seq, m.seen_seq, said.chat_uuid, said.kind, said.group_id,
        said.last_seq,
        greatest(m.delivered_seq, least(greatest(said.delivered, said.seen), said.last_seq)) as new_delivered,
        greatest(m.seen_seq, least(said.seen, said.last_seq)) as new_seen
      from said
        join chat_members m on m.chat_id = said.chat_id and m.user_id = said.user_id and m.left_at is null
      order by m.chat_id, m.user_id
      for update of m
    ), timed as (
      select *, ${thisMoment} as at from locked where kind <> 'PERSONAL'
    ), moved as (
      update chat_members m set delivered_seq = locked.new_delivered, seen_seq = locked.new_seen
      from locked
      where m.chat_id = locked.chat_id and m.user_id = locked.user_id
        and (locked.new_delivered > m.delivered_seq or locked.new_seen > m.seen_seq)
    ), advanced as (
      insert into mark_advances (chat_id, user_id, kind, from_seq, up_to_seq, at)
      select chat_id, user_id, 'SEEN', seen_seq, new_seen, at from timed where new_seen > seen_seq
      union all
      select chat_id, user_id, 'DELIVERED', delivered_seq, new_delivered, at from timed
      where new_delivered > delivered_seq and new_delivered > new_seen
      on conflict do nothing
    ), counted as (
      select k.user_id, k.group_id, change.messages
      from (
        select user_id, group_id, sum(seen_seq - new_seen) as messages
        from locked where kind = 'DIRECT'
        group by user_id, group_id
      ) change
        join direct_unread k on k.user_id = change.user_id and k.group_id = change.group_id
      where change.messages <> 0
      order by k.user_id, k.group_id for no key update of k
    ), applied as (
      update direct_unread k set messages = k.messages + counted.messages
      from counted where k.user_id = counted.user_id and k.group_id = counted.group_id
    )
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

export interface AdvancedRow {
  chatId: number;
  chatUuid: string;
  deliveredBefore: number;
  seenBefore: number;
  deliveredSeq: number;
  seenSeq: number;
}

// Members of a group who are not blocked, and always the two of a direct chat (rules/receipts 5).
const isPresent = sql`(c.kind = 'DIRECT' or m.left_at is null and m.user_id not in (
  select id from users where blocked_at is not null
))`;

/** Just before the next message of the only member present, which nobody else can get or see. */
const capBeforeOwn = (mark: Sql) => sql`
  case when l.alone_id is null then null
    -- Where it stands most often, so that not all that follows is looked through each time.
    when exists (
      select from messages o
      where o.chat_id = l.chat_id and o.seq = ${mark} + 1 and o.sender_id = l.alone_id and o.deleted_at is null
    ) then ${mark}
    else (
      select o.seq - 1 from messages o
      where o.chat_id = l.chat_id and o.sender_id = l.alone_id and o.seq > ${mark} and o.deleted_at is null
      order by o.seq limit 1
    ) end`;

/** The chats after `chatId`, each with whether somebody may not have got or seen all of it. */
export function findChatsAfter(
  db: Db,
  chatId: number,
  limit: number,
): Promise<{ id: number; isLagging: boolean }[]> {
  return db.many(sql`
    select id, kind <> 'PERSONAL' and least(delivered_seq, seen_seq) < last_seq as is_lagging
    from chats where id > ${chatId} order by id limit ${fixed(limit)}`);
}

/**
 * Advances the watermarks of the chats to what all present members have reached, and gives those that rose. A message
 * of the only member present holds up what others wrote after it: a chat has one pair of marks.
 */
export function advanceWatermarks(db: Db, chatIds: number[]): Promise<AdvancedRow[]> {
  // The range keeps the plan here and in the next statement, too.
  return db.many(sql`
    with least_marks as (
      select c.id as chat_id, c.delivered_seq, c.seen_seq, present.delivered, present.seen,
        case when c.kind = 'GROUP' and present.people = 1 then present.least_id end as alone_id
      from unnest(${chatIds}::bigint[]) with ordinality as meant (id, place), lateral (
          select * from chats where id = meant.id and kind <> 'PERSONAL' limit 1
        ) c, lateral (
          select min(m.delivered_seq) as delivered, min(m.seen_seq) as seen, count(*) as people, min(m.user_id) as least_id
          from chat_members m
          where m.chat_id = c.id and ${isPresent}
        ) present
      where meant.place between 1 and ${chatIds.length}
    ), reached as (
      select l.chat_id, least(l.delivered, ${capBeforeOwn(sql`l.delivered_seq`)}) as delivered,
        least(l.seen, ${capBeforeOwn(sql`l.seen_seq`)}) as seen
      from least_marks l
    ), before as (
      select c.id, c.delivered_seq, c.seen_seq
      from chats c join reached r on r.chat_id = c.id
      where c.id = any(array(select chat_id from reached)) and (r.delivered > c.delivered_seq or r.seen > c.seen_seq)
      order by c.id
      for update of c
    )
    update chats c
    set delivered_seq = greatest(c.delivered_seq, r.delivered), seen_seq = greatest(c.seen_seq, r.seen)
    from reached r join before b on b.id = r.chat_id
    where c.id = r.chat_id and c.id = any(array(select id from before))
    returning c.id as chat_id, c.uuid as chat_uuid, b.delivered_seq as delivered_before,
      b.seen_seq as seen_before, c.delivered_seq, c.seen_seq`);
}

export interface AuthorRow {
  chatId: number;
  authorUuid: string;
  /** The other member whose marks are least: the one waited for longest, if no mark has moved. */
  slowestUuid: string | null;
  hasDelivered: boolean;
  hasSeen: boolean;
  /** An author who has left receives no receipts. */
  isMember: boolean;
}

/**
 * The authors of messages that everybody has now got or seen, for each chat whose marks rose. Each mark's way is read
 * by itself: between the two lies all that somebody has got and never looked at.
 */
export function findNewlyReadAuthors(db: Db, advanced: AdvancedRow[]): Promise<AuthorRow[]> {
  return db.many(sql`
    with advanced as (
      select * from unnest(
        ${advanced.map((chat) => chat.chatId)}::bigint[],
        ${advanced.map((chat) => chat.deliveredBefore)}::bigint[], ${advanced.map((chat) => chat.seenBefore)}::bigint[],
        ${advanced.map((chat) => chat.deliveredSeq)}::bigint[], ${advanced.map((chat) => chat.seenSeq)}::bigint[]
      ) with ordinality as r (chat_id, delivered_before, seen_before, delivered_seq, seen_seq, place)
      where place between 1 and ${advanced.length}
    ), authors as (
      select r.chat_id, said.sender_id, bool_or(said.is_delivered) as has_delivered, bool_or(not said.is_delivered) as has_seen
      from advanced r, lateral (
          select m.sender_id, true as is_delivered from messages m
          where m.chat_id = r.chat_id and m.seq > r.delivered_before and m.seq <= r.delivered_seq and m.deleted_at is null
          union all
          select m.sender_id, false from messages m
          where m.chat_id = r.chat_id and m.seq > r.seen_before and m.seq <= r.seen_seq and m.deleted_at is null
        ) said
      group by r.chat_id, said.sender_id
    )
    select authors.chat_id, (select u.uuid from users u where u.id = authors.sender_id) as author_uuid, has_delivered, has_seen,
      (
        select a.left_at is null from chat_members a
        where a.chat_id = authors.chat_id and a.user_id = authors.sender_id
      ) as is_member,
      (
        select o.uuid
        from chat_members m
          join chats c on c.id = m.chat_id and ${isPresent}
          join users o on o.id = m.user_id
        where m.chat_id = authors.chat_id and m.user_id <> authors.sender_id
        order by m.seen_seq, m.delivered_seq, m.user_id limit 1
      ) as slowest_uuid
    from authors`);
}
