import type { Information } from '@chat/contract/messages';
import { type Db, type Sql, sql } from '../../../db/database.ts';

interface Placed {
  chatId: number;
  seq: number;
  senderId: number;
}

/** The people present now who were members when the message was written, its author left out; the latest first. */
export function findInformation(db: Db, { chatId, seq, senderId }: Placed): Promise<Information> {
  const listed = (kind: string, person: Sql, order: Sql) => sql`
    coalesce(json_agg(json_build_object('uuid', uuid, 'email', email${person}) order by ${order}email)
      filter (where kind = ${kind}::text), '[]')`;
  // As JSON writes any time of the API.
  const at = sql`, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const latestFirst = sql`at desc nulls last, `;
  return db.one(sql`
    with members as (
      select m.user_id, u.uuid, u.email,
        case when m.seen_seq >= ${seq} then 'SEEN' when m.delivered_seq >= ${seq} then 'DELIVERED' else 'PENDING' end as kind
      from chat_members m join users u on u.id = m.user_id
      where m.chat_id = ${chatId} and m.left_at is null and m.user_id <> ${senderId}
        and u.blocked_at is null and (m.joined_seq < ${seq} or m.earlier @> ${seq}::bigint)
    ), readers as (
      select members.*, case when passed.from_seq < ${seq} then passed.at end as at
      from members left join lateral (
          select a.from_seq, a.at from mark_advances a
          where a.chat_id = ${chatId} and a.user_id = members.user_id and a.kind = members.kind and a.up_to_seq >= ${seq}
          order by a.up_to_seq limit 1
        ) passed on true
    )
    select ${listed('SEEN', at, latestFirst)} as seen_by, ${listed('DELIVERED', at, latestFirst)} as delivered_to,
      ${listed('PENDING', sql``, sql``)} as pending
    from readers`);
}

/** Messages of a chat: those after `from`, up to `upTo`. */
interface PassedRange {
  chatId: number;
  from: number;
  upTo: number;
}

// Up to so many messages are looked at one by one.
const NEAR = 200;

/**
 * For each range the authors in it who are members now; ranges and authors are in no order. A long range also gives
 * authors who have written only after it: all of it would have to be read to tell them apart.
 */
export function findPassedAuthors(
  db: Db,
  ranges: PassedRange[],
): Promise<{ range: number; authorUuids: string[] }[]> {
  return db.many(sql`
    select (r.place - 1)::int as range,
      json_agg((select u.uuid from users u where u.id = author.user_id)) as author_uuids
    from unnest(
        ${ranges.map(({ chatId }) => chatId)}::bigint[], ${ranges.map(({ from }) => from)}::bigint[],
        ${ranges.map(({ upTo }) => upTo)}::bigint[]
      ) with ordinality as r (chat_id, low, high, place)
      cross join lateral (
        select said.sender_id as user_id
        from (
            select distinct m.sender_id from messages m
            where m.chat_id = r.chat_id and m.seq > r.low and m.seq <= r.high and m.deleted_at is null
          ) said
        where r.high - r.low <= ${NEAR}::int and (
            select a.left_at is null from chat_members a where a.chat_id = r.chat_id and a.user_id = said.sender_id
          )
        union all
        select a.user_id from chat_members a
        where a.chat_id = r.chat_id and a.last_sent_seq > r.low and a.left_at is null and r.high - r.low > ${NEAR}::int
      ) author
    -- Keeps the plan, as in insert-messages.queries.ts.
    where r.place between 1 and ${ranges.length}
    group by r.place`);
}

/** Call in the transaction that removes the chat's messages up to there: nothing is left that these have passed. */
export async function removeAdvancesUpTo(tx: Db, chatId: number, upTo: number): Promise<void> {
  await tx.run(sql`
    delete from mark_advances where ctid = any(array(
      select passed.ctid
      from chat_members m
        cross join unnest(array['DELIVERED', 'SEEN']) as kinds (kind)
        cross join lateral (
          select a.ctid from mark_advances a
          where a.chat_id = ${chatId} and a.user_id = m.user_id and a.kind = kinds.kind and a.up_to_seq <= ${upTo}
          offset 0
        ) passed
      where m.chat_id = ${chatId}
    ))`);
}

/** Call in the transaction that deletes the group. */
export async function removeAdvancesOfGroup(tx: Db, groupId: number): Promise<void> {
  await tx.run(sql`
    delete from mark_advances a using chats c where c.group_id = ${groupId} and a.chat_id = c.id`);
}

/** The hour whose rows are to be folded next, locked until the commit. */
export async function lockHourToCompact(tx: Db): Promise<Date> {
  const due = await tx.maybeOne<{ hour: Date }>(sql`
    select folded_until as hour from mark_advances_folding for update`);
  // At first, and after a backup without it.
  const { hour } =
    due ??
    (await tx.one<{ hour: Date }>(sql`
    insert into mark_advances_folding (folded_until)
    select date_trunc('hour', coalesce(min(at), now())) from mark_advances
    on conflict (only_one) do update set folded_until = mark_advances_folding.folded_until
    returning folded_until as hour`));
  return hour;
}

/** Leaves one row for each member, chat and kind in the hour, with its last time; `next` is due afterwards. */
export async function compactHour(tx: Db, hour: Date, next: Date): Promise<void> {
  await tx.run(sql`
    with folded as (
      select chat_id, user_id, kind, min(from_seq) as from_seq, max(up_to_seq) as up_to_seq
      from mark_advances where at >= ${hour} and at < ${next}
      group by chat_id, user_id, kind having count(*) > 1
    ), removed as (
      delete from mark_advances a using folded f
      where a.chat_id = f.chat_id and a.user_id = f.user_id and a.kind = f.kind and a.up_to_seq < f.up_to_seq
        and a.at >= ${hour} and a.at < ${next}
    )
    update mark_advances a set from_seq = f.from_seq
    from folded f
    where a.chat_id = f.chat_id and a.user_id = f.user_id and a.kind = f.kind and a.up_to_seq = f.up_to_seq`);
  await tx.run(sql`update mark_advances_folding set folded_until = ${next}`);
}
