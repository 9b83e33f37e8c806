import type { MessageType } from '@chat/contract/messages';
import { type Db, fixed, type Sql, sql } from '../../db/database.ts';
import { type SessionStanding, sessionStanding } from '../restrictions/session-rules.ts';
import { MAX_AGE_MS } from './hand-over.ts';
import { OF_A_HOST, OF_A_PERSON, type Room } from './loads.ts';
import { type SaidRow, SHOWN_CHARACTERS } from './push.texts.ts';

const MAX_AGE = sql`(${fixed(MAX_AGE_MS)} * interval '1 millisecond')`;

// Longer than a push service may take to answer.
const LEASE = sql`interval '20 seconds'`;
// Due pushes that are looked at together, so that those of one push service leave room for others.
const LOOKED_AT = 10_000;

/**
 * How a chat notifies the member `cm`, at that time: of message `m`, or of nothing but mentions where it is not known.
 */
export const letsThrough = (at: Sql): Sql => sql`
  case
    when cm.notify_mode = 'all' or cm.notify_until <= ${at} then true
    when cm.notify_mode = 'none' or c.kind = 'DIRECT' then false
    else exists (select from mentions me where me.message_id = m.id and me.user_id = cm.user_id)
      or exists (
        select from messages q where q.chat_id = m.chat_id and q.id = m.reply_to_id and q.sender_id = cm.user_id
      )
  end`;

/** One push that this process hands over. */
export interface ClaimedRow extends Omit<SaidRow, 'type'>, SessionStanding {
  subscriptionId: number;
  chatId: number;
  waiting: 'MESSAGE' | 'WITHDRAW' | 'SUMMARY';
  waitingId: number;
  waitingSeq: number;
  version: number;
  tries: number;
  isOld: boolean;
  endpoint: string;
  host: string;
  p256dh: string;
  auth: string;
  userId: number;
  sessionCreatedAt: Date;
  /** As far as it is stored. */
  sessionUsedAt: Date;
  /** Null where the message is gone. */
  type: MessageType | null;
  /** A member who has not muted it, and has neither seen it nor could no more; of a summary the person alone counts. */
  isWanted: boolean;
}

/**
 * The user `u` may be told anything, and by the device `d` of the session; whether the session may, its standing says.
 */
const mayBeNotified = sql`
  (u.blocked_at is null and u.deleted_at is null and d.approved_at is not null)`;

const isOld = sql`(n.waiting_since < now() - ${MAX_AGE})`;

/** The rows that a process may take, as `chosen`: few of each push service and of each person, the longest due first. */
const dueParts = (limit: number, { busyHosts, slowHosts, people }: Room): Sql => sql`
    under_way as (
      select * from unnest(
        ${people.map(({ userId }) => userId)}::bigint[], ${people.map(({ left }) => left)}::int[]
      ) as u (user_id, room)
    ), due as (
      select n.subscription_id, n.chat_id, n.next_at, s.host, s.user_id, ${isOld} as is_old,
        coalesce(u.room, ${fixed(OF_A_PERSON)}) as room
      from push_notifications n
        join push_subscriptions s on s.id = n.subscription_id
        left join under_way u on u.user_id = s.user_id
      where n.waiting is not null and n.next_at <= now() and coalesce(n.leased_until <= now(), true)
        and (${isOld} or s.host <> all(${busyHosts}::text[]) and coalesce(u.room > 0, true))
      order by n.next_at limit ${fixed(LOOKED_AT)}
    ), of_people as (
      select *, row_number() over (partition by user_id, is_old order by next_at) as nth_of_person from due
    ), fair as (
      select *, row_number() over (partition by host, is_old order by next_at) as nth_of_host
      from of_people where is_old or nth_of_person <= room
    ), chosen as (
      select n.subscription_id, n.chat_id
      from fair join push_notifications n on n.subscription_id = fair.subscription_id and n.chat_id = fair.chat_id
      where n.waiting is not null and coalesce(n.leased_until <= now(), true) and (
          fair.is_old or nth_of_host <= case when host = any(${slowHosts}::text[]) then 1 else ${fixed(OF_A_HOST)} end
        )
      order by fair.next_at limit ${limit}
      for update of n skip locked
    )`;

/**
 * Takes what is due for this process, the longest due first: few of each push service and of each person, and none
 * where there is no room. Says of each what stands now: between being planned and being handed over all of it may have
 * changed. Older ones are taken from anybody, for they are dropped.
 */
export function claimDue(db: Db, limit: number, room: Room): Promise<ClaimedRow[]> {
  return db.many(sql`
    with ${dueParts(limit, room)}, leased as (
      update push_notifications n set leased_until = now() + ${LEASE}, tries = n.tries + 1
      from chosen where n.subscription_id = chosen.subscription_id and n.chat_id = chosen.chat_id
      returning n.*
    )
    select n.subscription_id, n.chat_id, n.waiting, n.waiting_id, n.waiting_seq, n.version, n.tries,
      ${isOld} as is_old, s.endpoint, s.host, s.p256dh, s.auth, s.user_id,
      c.uuid as chat_uuid, g.uuid as group_uuid, case when c.kind = 'GROUP' then g.name end as group_name,
      m.uuid as message_uuid, sender.email as sender_email, m.type, left(m.content, ${fixed(SHOWN_CHARACTERS)}) as content,
      f.name as file_name, f.waveform is not null as is_voice,
      exists (select from mentions me where me.message_id = m.id and me.user_id = s.user_id) as is_mentioned,
      coalesce(n.shown_id = n.waiting_id and not n.is_loud, false) as is_silent,
      ${mayBeNotified} and case n.waiting
        when 'SUMMARY' then true
        when 'WITHDRAW' then true
        else coalesce(
          cm.left_at is null and cm.seen_seq < n.waiting_seq and m.deleted_at is null and m.id is not null
            and ${letsThrough(sql`now()`)}, false)
      end as is_wanted, ${sessionStanding(sql`opened`)},
      opened.created_at as session_created_at, opened.last_used_at as session_used_at
    from leased n join push_subscriptions s on s.id = n.subscription_id
      join sessions opened on opened.id = s.session_id
      join devices d on d.id = opened.device_id
      join users u on u.id = s.user_id
      left join chats c on c.id = n.chat_id
      left join groups g on g.id = c.group_id
      left join chat_members cm on cm.chat_id = n.chat_id and cm.user_id = s.user_id
      left join messages m on m.chat_id = n.chat_id and m.id = n.waiting_id
      left join users sender on sender.id = m.sender_id
      left join files f on m.type <> 'TEXT' and f.message_id = m.id`);
}

/** The result of a push; `later` keeps the row waiting. */
export interface Settled {
  subscriptionId: number;
  userId: number;
  chatId: number;
  version: number;
  waiting: ClaimedRow['waiting'];
  waitingId: number;
  waitingSeq: number;
  /** `withheld`: the person is outside their hours by now. */
  outcome: 'taken' | 'later' | 'dropped' | 'withheld';
  /** After that much nothing about the chat may leave. */
  restMs: number;
}

/** A push that was queued meanwhile stays, and goes next. */
export async function settlePushes(db: Db, settled: Settled[]): Promise<void> {
  await db.run(sql`
    with input as (
      select * from unnest(
        ${settled.map((one) => one.subscriptionId)}::bigint[], ${settled.map((one) => one.chatId)}::bigint[],
        ${settled.map((one) => one.version)}::bigint[], ${settled.map((one) => one.waiting)}::text[],
        ${settled.map((one) => one.waitingId)}::bigint[], ${settled.map((one) => one.waitingSeq)}::bigint[],
        ${settled.map((one) => one.outcome)}::text[], ${settled.map((one) => one.restMs)}::float8[]
      ) as s (subscription_id, chat_id, version, was, id, seq, outcome, rest_ms)
    ), locked as (
      select input.*, n.version = input.version and input.outcome <> 'later' as is_over
      from input join push_notifications n on n.subscription_id = input.subscription_id and n.chat_id = input.chat_id
      order by n.subscription_id, n.chat_id for update of n
    )
    update push_notifications n
    set leased_until = null, next_at = now() + l.rest_ms * interval '1 millisecond',
      tries = case when l.outcome = 'later' then n.tries else 0 end,
      waiting = case when not l.is_over then n.waiting end,
      is_loud = n.is_loud and not l.is_over,
      shown_id = case when l.outcome <> 'taken' then n.shown_id when l.was = 'MESSAGE' then l.id end,
      shown_seq = case when l.outcome <> 'taken' then n.shown_seq when l.was = 'MESSAGE' then l.seq end
    from locked l where n.subscription_id = l.subscription_id and n.chat_id = l.chat_id`);
}

export interface QueueState {
  waiting: number;
  oldestSeconds: number;
}

export const findQueueState = (db: Db): Promise<QueueState> =>
  db.one(sql`
    select count(*) as waiting, coalesce(extract(epoch from now() - min(waiting_since)), 0)::float8 as oldest_seconds
    from push_notifications where waiting is not null`);

/** Milliseconds until something is due, or the lease of another process has run out; null where nothing waits. */
export async function findNextDue(db: Db): Promise<number | null> {
  const { ms } = await db.one<{ ms: number | null }>(sql`
    select (extract(epoch from min(greatest(next_at, leased_until)) - now()) * 1000)::float8 as ms
    from push_notifications where waiting is not null`);
  return ms;
}

/** Removes rows that say nothing any more; the heartbeat asks for the same. */
export async function removeSpent(db: Db): Promise<void> {
  await db.run(sql`
    delete from push_notifications
    where waiting is null and shown_id is null and leased_until is null and next_at < now() - interval '1 minute'`);
}

/** Their browsers end a subscription whose pushes show nothing. */
const forbidsSilence = sql`(s.host = 'push.apple.com' or s.host like '%.push.apple.com')`;

/** The person has seen what was pushed last on any device, or it is gone for them. */
const isOver = sql`
  coalesce(cm.left_at is not null or cm.seen_seq >= n.shown_seq, true)
  or not exists (select from messages m where m.chat_id = n.chat_id and m.id = n.shown_id and m.deleted_at is null)`;

/**
 * Takes back what was pushed and needs nobody's attention any more (rules/push 12): once for each notification, and
 * where a push must show something not at all. A push that waits in its place is left alone.
 */
async function withdrawAmong(db: Db, among: Sql): Promise<number> {
  const { queued } = await db.one<{ queued: number }>(sql`
    with over as (
      select n.subscription_id, n.chat_id, ${forbidsSilence} as is_quiet
      from push_notifications n
        join push_subscriptions s on s.id = n.subscription_id
        left join chat_members cm on cm.chat_id = n.chat_id and cm.user_id = s.user_id
      where n.shown_id is not null and n.waiting is null and ${among} and (${isOver})
      order by n.subscription_id, n.chat_id for update of n
    ), queued as (
      update push_notifications n
      set waiting = case when over.is_quiet then null else 'WITHDRAW' end, waiting_id = n.shown_id, waiting_seq = n.shown_seq,
        waiting_since = now(), version = n.version + 1, next_at = greatest(n.next_at, now()),
        shown_id = null, shown_seq = null
      from over where n.subscription_id = over.subscription_id and n.chat_id = over.chat_id
      returning n.waiting
    )
    select count(waiting) as queued from queued`);
  return queued;
}

export const withdrawInChats = (db: Db, chatIds: number[]): Promise<number> =>
  withdrawAmong(db, sql`n.chat_id = any(${chatIds}::bigint[])`);

/** Their group chats and the direct ones. */
export const withdrawInGroups = (db: Db, groupIds: number[]): Promise<number> =>
  withdrawAmong(
    db,
    sql`n.chat_id = any(array(select id from chats where group_id = any(${groupIds}::bigint[])))`,
  );

const SUBSCRIPTIONS_AT_ONCE = 2_000;

/** The subscriptions after `after`: what a crash, or the command line, has left to be taken back. */
export async function withdrawAfter(
  db: Db,
  after: number,
): Promise<{ queued: number; last: number | null }> {
  const { last } = await db.one<{ last: number | null }>(sql`
    select max(id) as last from (
      select distinct subscription_id as id from push_notifications where subscription_id > ${after} order by id limit ${fixed(SUBSCRIPTIONS_AT_ONCE)}
    ) some`);
  if (last === null) return { queued: 0, last };
  const among = sql`n.subscription_id > ${after} and n.subscription_id <= ${last}`;
  return { queued: await withdrawAmong(db, among), last };
}
