import { type Db, fixed, sql } from '../../db/database.ts';
import { letsThrough } from './queue.queries.ts';

/** Messages of a chat that were not pushed to a person because of their hours (rules/push 10). */
export interface Withheld {
  userId: number;
  chatId: number;
  /** Their places in the chat, as an `int8multirange`. */
  seqs: string;
}

export const onlySeq = (seq: number): string => `{[${seq},${seq}]}`;

// With more parts the gaps between them count, too: a row must not grow with what was written.
const MAX_PARTS = 1_000;

/** Call in the transaction that decides it. To note the same once more changes nothing. */
export async function noteWithheld(tx: Db, withheld: Withheld[]): Promise<void> {
  if (withheld.length === 0) return;
  await tx.run(sql`
    insert into push_withheld as w (user_id, chat_id, seqs)
    select given.user_id, given.chat_id, range_agg(part)
    from unnest(
        ${withheld.map(({ userId }) => userId)}::bigint[], ${withheld.map(({ chatId }) => chatId)}::bigint[],
        ${withheld.map(({ seqs }) => seqs)}::text[]
      ) as given (user_id, chat_id, seqs), unnest(given.seqs::int8multirange) as part
    group by given.user_id, given.chat_id order by given.user_id, given.chat_id
    on conflict (user_id, chat_id, is_going) do update
    set noted_at = now(), seqs = case
      when (select count(*) from unnest(w.seqs)) < ${fixed(MAX_PARTS)} then w.seqs + excluded.seqs
      else range_merge(w.seqs + excluded.seqs)::int8multirange
    end`);
}

const PEOPLE_AT_ONCE = 500;

/** People after `after` from whom something is withheld, in the order of their ids. */
export async function findWithheldPeople(db: Db, after: number): Promise<number[]> {
  const rows = await db.many<{ userId: number }>(sql`
    select distinct user_id from push_withheld where user_id > ${after} and not is_going
    order by user_id limit ${fixed(PEOPLE_AT_ONCE)}`);
  return rows.map(({ userId }) => userId);
}

// Messages that a chat's mute for all but mentions looks through.
const MAX_SOUGHT = 500;

/** How many of the noted messages `p` the member `cm` has yet to read; texts are read under a mute alone. */
const unreadOf = sql`
  case
    when cm.notify_mode = 'all' or cm.notify_until <= now() then (
      select sum(upper(p) - lower(p) - case when c.deleted_count = 0 then 0 else (
        select count(*) from messages d
        where d.chat_id = c.id and d.seq >= lower(p) and d.seq < upper(p) and d.deleted_at is not null
      ) end)
      from unnest(n.seqs * int8multirange(int8range(cm.seen_seq, null, '()'))) as p
    )
    when cm.notify_mode = 'none' or c.kind = 'DIRECT' then 0
    else (
      select count(*)
      from (
        select m.* from unnest(n.seqs * int8multirange(int8range(cm.seen_seq, null, '()'))) as p
          join messages m on m.chat_id = c.id and m.seq >= lower(p) and m.seq < upper(p) and m.deleted_at is null
        order by m.seq desc limit ${fixed(MAX_SOUGHT)}
      ) m
      where ${letsThrough(sql`now()`)}
    )
  end`;

/**
 * Takes what is withheld from these people, whose hours have begun, and queues for each how much of it is unread: both
 * or nothing, and by one process alone. Nothing is queued where nothing is unread.
 */
export const queueSummaries = (db: Db, userIds: number[]): Promise<number> =>
  db.run(sql`
    with noted as materialized (
      select user_id, chat_id, is_going, seqs from push_withheld where user_id = any(${userIds}::bigint[])
      order by user_id, chat_id, is_going for update
    ), n as (
      select user_id, chat_id, range_agg(part) as seqs
      from noted, unnest(seqs) as part
      where user_id in (select user_id from noted where not is_going)
      group by user_id, chat_id
    ), counted as (
      select n.*, unread.messages
      from n
        cross join lateral (
          select * from chat_members where chat_id = n.chat_id and user_id = n.user_id and left_at is null limit 1
        ) cm
        cross join lateral (select * from chats where id = n.chat_id limit 1) c
        cross join lateral (select ${unreadOf} as messages) unread
      where unread.messages > 0
    ), taken as (
      delete from push_withheld w using noted
      where w.user_id = noted.user_id and w.chat_id = noted.chat_id and not w.is_going and not noted.is_going
    ), going as (
      insert into push_withheld (user_id, chat_id, is_going, seqs)
      select user_id, chat_id, true, seqs from counted order by user_id, chat_id
      on conflict (user_id, chat_id, is_going) do update set seqs = excluded.seqs, noted_at = now()
    ), summed as (
      select user_id, sum(messages)::bigint as messages, count(*) as chats from counted group by user_id
    )
    insert into push_notifications as q (subscription_id, chat_id, waiting, waiting_id, waiting_seq, waiting_since)
    select standing.id, 0, 'SUMMARY', summed.messages, summed.chats, now()
    from (
        select s.id, s.user_id from push_subscriptions s
        where s.user_id = any(array(select user_id from summed)) order by s.id for key share
      ) standing
      join summed on summed.user_id = standing.user_id
    on conflict (subscription_id, chat_id) do update
    set waiting = excluded.waiting, waiting_id = excluded.waiting_id, waiting_seq = excluded.waiting_seq,
      waiting_since = excluded.waiting_since, version = q.version + 1, next_at = greatest(q.next_at, now())`);

/**
 * Ends the summaries that were on their way to these people, and gives what they counted. All notes of these people are
 * locked first, in the order in which others lock them.
 */
export const takeGoing = (tx: Db, userIds: number[]): Promise<Withheld[]> =>
  tx.many(sql`
    with noted as materialized (
      select user_id, chat_id, is_going from push_withheld where user_id = any(${userIds}::bigint[])
      order by user_id, chat_id, is_going for update
    )
    delete from push_withheld w using noted
    where w.user_id = noted.user_id and w.chat_id = noted.chat_id and w.is_going and noted.is_going
    returning w.user_id, w.chat_id, w.seqs::text as seqs`);

/** Forgets summaries that nobody can hand over any more: a push is too old after minutes. */
export async function removeStranded(db: Db): Promise<void> {
  await db.run(sql`
    delete from push_withheld where is_going and noted_at < now() - interval '10 minutes'`);
}
