import { type Db, fixed, type Sql, sql } from '../../../db/database.ts';

export interface RaisedRow {
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
const beforeOwn = (mark: Sql) => sql`
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
 * Raises the least marks of the chats to what all present members have reached, and gives those that rose. A message of
 * the only member present holds up what others wrote after it: a chat has one pair of marks.
 */
export function updateLeastMarks(db: Db, chatIds: number[]): Promise<RaisedRow[]> {
  return db.many(sql`
    with least_marks as (
      select c.id as chat_id, c.delivered_seq, c.seen_seq, present.delivered, present.seen,
        case when c.kind = 'GROUP' and present.people = 1 then present.least_id end as alone_id
      from unnest(${chatIds}::bigint[]) as meant (id), lateral (
          select * from chats where id = meant.id and kind <> 'PERSONAL' limit 1
        ) c, lateral (
          select min(m.delivered_seq) as delivered, min(m.seen_seq) as seen, count(*) as people, min(m.user_id) as least_id
          from chat_members m
          where m.chat_id = c.id and ${isPresent}
        ) present
    ), reached as (
      select l.chat_id, least(l.delivered, ${beforeOwn(sql`l.delivered_seq`)}) as delivered,
        least(l.seen, ${beforeOwn(sql`l.seen_seq`)}) as seen
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
 * The authors of messages that everybody has now got or seen, for each chat whose marks rose. Each mark's way is read by
 * itself: between the two lies all that somebody has got and never looked at.
 */
export function findAuthors(db: Db, raised: RaisedRow[]): Promise<AuthorRow[]> {
  return db.many(sql`
    with raised as (
      select * from unnest(
        ${raised.map((chat) => chat.chatId)}::bigint[],
        ${raised.map((chat) => chat.deliveredBefore)}::bigint[], ${raised.map((chat) => chat.seenBefore)}::bigint[],
        ${raised.map((chat) => chat.deliveredSeq)}::bigint[], ${raised.map((chat) => chat.seenSeq)}::bigint[]
      ) as r (chat_id, delivered_before, seen_before, delivered_seq, seen_seq)
    ), authors as (
      select r.chat_id, said.sender_id, bool_or(said.is_delivered) as has_delivered, bool_or(not said.is_delivered) as has_seen
      from raised r, lateral (
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
