import { type Db, fixed, type Sql, sql } from '../../db/database.ts';
import { MAX_AGE_MS } from './hand-over.ts';
import { letsThrough } from './queue.queries.ts';

const MAX_AGE = sql`(${fixed(MAX_AGE_MS)} * interval '1 millisecond')`;

// A chat's messages that nobody has looked at yet; before them lies only what is too old, or a flood.
const MAX_AT_ONCE = 500;

/** A chat with messages of which it has not been said yet whom they are pushed to. */
export interface Unplanned {
  chatId: number;
  fromSeq: number;
  toSeq: number;
  isKnown: boolean;
}

/** Among these chats, or among all in which somebody wrote lately. */
export function findUnplanned(db: Db, chatIds: number[] | 'all'): Promise<Unplanned[]> {
  const among =
    chatIds === 'all'
      ? sql`c.last_message_hour >= date_trunc('hour', (now() - ${MAX_AGE}) at time zone 'UTC')
          and c.last_message_at > now() - ${MAX_AGE}`
      : sql`c.id = any(${chatIds}::bigint[])`;
  return db.many(sql`
    select c.id as chat_id, c.last_seq as to_seq, p.chat_id is not null as is_known,
      coalesce(p.planned_seq, (
        select min(m.seq) - 1 from messages m
        where m.chat_id = c.id and m.seq > c.last_seq - ${fixed(MAX_AT_ONCE)} and m.created_at > now() - ${MAX_AGE}
      ), c.last_seq) as from_seq
    from chats c left join push_progress p on p.chat_id = c.id
    where ${among} and c.kind <> 'PERSONAL' and c.last_seq > coalesce(p.planned_seq, 0)`);
}

export async function insertProgress(db: Db, chats: Unplanned[]): Promise<void> {
  await db.run(sql`
    insert into push_progress (chat_id, planned_seq)
    select * from unnest(
      ${chats.map(({ chatId }) => chatId)}::bigint[], ${chats.map(({ fromSeq }) => fromSeq)}::bigint[]
    ) as p (chat_id, planned_seq)
    order by chat_id
    on conflict do nothing`);
}

/** A person to whom a message may be pushed, as far as the database knows: their hours are asked beside it. */
export interface Candidate {
  userId: number;
  chatId: number;
  messageId: number;
  seq: number;
  /** When it was stored, or edited. */
  at: Date;
  /** The places of all for which it stands; without them it stands for itself. */
  seqs?: string;
}

/** Somebody looked at a page at that time. If the page was lost since, `findMissed` asks what they acknowledged. */
const isLooking = (userId: Sql, at: Sql) => sql`
  exists (
    select from visible_pages v
    where v.user_id = ${userId} and v.since <= ${at} and (v.until is null or v.until > ${at})
  )`;

/** Since when the member `cm` has a browser that takes pushes; no row without one. Looked up for each. */
const subscribed = sql`
  cross join lateral (
    select min(created_at) as since from push_subscriptions where user_id = cm.user_id having count(*) > 0
  ) s`;

const isKnownAndFree = sql`
  exists (select from users u where u.id = cm.user_id and u.blocked_at is null and u.deleted_at is null)`;

/**
 * Everybody who, when a message was stored, was a member of its chat, was not its sender, had no visible page, had not
 * muted it (rules/push 6). The newest message of each minute stands for several: hours begin and end with minutes.
 */
export function findCandidates(db: Db, chats: Unplanned[]): Promise<Candidate[]> {
  return db.many(sql`
    select cm.user_id, m.chat_id, (array_agg(m.id order by m.seq desc))[1] as message_id, max(m.seq) as seq,
      (array_agg(m.created_at order by m.seq desc))[1] as at, range_agg(int8range(m.seq, m.seq, '[]'))::text as seqs
    from unnest(
        ${chats.map(({ chatId }) => chatId)}::bigint[], ${chats.map(({ fromSeq }) => fromSeq)}::bigint[],
        ${chats.map(({ toSeq }) => toSeq)}::bigint[]
      ) as part (chat_id, from_seq, to_seq)
      join chats c on c.id = part.chat_id
      join messages m on m.chat_id = part.chat_id and m.seq <= part.to_seq
        and m.seq > greatest(part.from_seq, part.to_seq - ${fixed(MAX_AT_ONCE)})
      join chat_members cm on cm.chat_id = m.chat_id and cm.left_at is null and cm.user_id <> m.sender_id
      ${subscribed}
    where s.since <= m.created_at and m.deleted_at is null and m.created_at > now() - ${MAX_AGE}
      and m.seq > cm.joined_seq and m.seq > cm.seen_seq
      and ${letsThrough(sql`m.created_at`)} and ${isKnownAndFree}
      and not ${isLooking(sql`cm.user_id`, sql`m.created_at`)}
    group by cm.user_id, m.chat_id, date_trunc('minute', m.created_at)`);
}

/** Finds the candidates of edits: people whom only the edit mentions. */
export function findNewlyMentioned(db: Db, edits: EditRow[]): Promise<Candidate[]> {
  return db.many(sql`
    select cm.user_id, m.chat_id, m.id as message_id, m.seq, e.edited_at as at
    from unnest(
        ${edits.map(({ messageId }) => messageId)}::bigint[], ${edits.map(({ chatId }) => chatId)}::bigint[]
      ) as meant (message_id, chat_id)
      join push_edits e on e.message_id = meant.message_id
      join chats c on c.id = meant.chat_id
      join messages m on m.chat_id = meant.chat_id and m.id = meant.message_id
      join chat_members cm on cm.chat_id = m.chat_id and cm.user_id = any(e.mentioned_user_ids)
        and cm.left_at is null and cm.user_id <> m.sender_id
      ${subscribed}
    where s.since <= e.edited_at and m.deleted_at is null and m.seq > cm.seen_seq
      and ${letsThrough(sql`e.edited_at`)} and ${isKnownAndFree}
      and not ${isLooking(sql`cm.user_id`, sql`e.edited_at`)}`);
}

/** Somebody whose last visible socket was lost. */
export interface LostLook {
  userId: number;
  until: Date;
  /** Their process ended without a word: a while before it was noticed. */
  withinSeconds: number;
}

/**
 * The newest message of each chat that came shortly before the loss, for which they have sent nothing (rules/push 9).
 */
export function findMissed(db: Db, lost: LostLook[]): Promise<Candidate[]> {
  return db.many(sql`
    select cm.user_id, missed.chat_id, missed.id as message_id, missed.seq, missed.created_at as at
    from unnest(
        ${lost.map(({ userId }) => userId)}::bigint[], ${lost.map(({ until }) => until)}::timestamptz[],
        ${lost.map(({ withinSeconds }) => withinSeconds)}::float8[]
      ) as look (user_id, until, seconds)
      join chat_members cm on cm.user_id = look.user_id and cm.left_at is null
      join chats c on c.id = cm.chat_id and c.kind <> 'PERSONAL' and c.last_seq > cm.delivered_seq
        and c.last_message_at >= look.until - make_interval(secs => look.seconds)
      ${subscribed}
      cross join lateral (
        select m.* from messages m
        where m.chat_id = c.id and m.seq > greatest(cm.delivered_seq, cm.seen_seq, cm.joined_seq)
          and m.sender_id <> cm.user_id and m.deleted_at is null and m.created_at <= look.until
          and m.created_at >= greatest(look.until - make_interval(secs => look.seconds), s.since)
          and ${letsThrough(sql`m.created_at`)}
        order by m.seq desc limit 1
      ) missed
    where ${isKnownAndFree}`);
}

const rowsOf = (given: Candidate[]): Sql => sql`
  select s.id as subscription_id, t.chat_id, t.message_id, t.seq, t.at
  from unnest(
      ${given.map(({ userId }) => userId)}::bigint[], ${given.map(({ chatId }) => chatId)}::bigint[],
      ${given.map(({ messageId }) => messageId)}::bigint[], ${given.map(({ seq }) => seq)}::bigint[],
      ${given.map(({ at }) => at)}::timestamptz[]
    ) as t (user_id, chat_id, message_id, seq, at)
    join push_subscriptions s on s.user_id = t.user_id and s.created_at <= t.at`;

const isLater = sql`excluded.waiting_seq > greatest(n.waiting_seq, n.shown_seq, 0)`;

/** Lets messages wait, by the rows of `chosen` in the statement around it, which are as `rowsOf` gives them. */
const enqueue = (loud: Sql, replaces: Sql): Sql => sql`
  insert into push_notifications as n (subscription_id, chat_id, waiting, waiting_id, waiting_seq, waiting_since, is_loud)
  select subscription_id, chat_id, 'MESSAGE', message_id, seq, at, ${loud}
  from (
      select s.id from push_subscriptions s
      where s.id = any(array(select subscription_id from chosen)) order by s.id for key share
    ) standing
    join chosen on chosen.subscription_id = standing.id
  on conflict (subscription_id, chat_id) do update
  set waiting = excluded.waiting, waiting_id = excluded.waiting_id, waiting_seq = excluded.waiting_seq,
    waiting_since = excluded.waiting_since, is_loud = excluded.is_loud, version = n.version + 1,
    next_at = greatest(n.next_at, now())
  where ${replaces}`;

/** Until the commit no other process goes on with the chats that it gives, with which none had gone on meanwhile. */
export async function lockProgress(tx: Db, chats: Unplanned[]): Promise<number[]> {
  const rows = await tx.many<{ chatId: number }>(sql`
    select p.chat_id
    from unnest(
        ${chats.map(({ chatId }) => chatId)}::bigint[], ${chats.map(({ fromSeq }) => fromSeq)}::bigint[]
      ) as part (chat_id, from_seq)
      join push_progress p on p.chat_id = part.chat_id and p.planned_seq = part.from_seq
    order by p.chat_id for update of p`);
  return rows.map(({ chatId }) => chatId);
}

/**
 * Notes how far the chats have been looked at, and queues what that gave, both or nothing; gives the chats that no
 * other process had gone on with meanwhile.
 */
export async function queueMessages(
  db: Db,
  chats: Unplanned[],
  chosen: Candidate[],
): Promise<number[]> {
  const { moved } = await db.one<{ moved: number[] }>(sql`
    with part as (
      select * from unnest(
        ${chats.map(({ chatId }) => chatId)}::bigint[], ${chats.map(({ fromSeq }) => fromSeq)}::bigint[],
        ${chats.map(({ toSeq }) => toSeq)}::bigint[]
      ) as p (chat_id, from_seq, to_seq)
    ), locked as (
      select p.chat_id, part.to_seq
      from part join push_progress p on p.chat_id = part.chat_id and p.planned_seq = part.from_seq
      order by p.chat_id for update of p
    ), moved as (
      update push_progress p set planned_seq = locked.to_seq, planned_at = now()
      from locked where p.chat_id = locked.chat_id
      returning p.chat_id
    ), told as (${rowsOf(chosen)}), chosen as (
      select distinct on (told.subscription_id, told.chat_id) told.*
      from told join moved on moved.chat_id = told.chat_id
      order by told.subscription_id, told.chat_id, told.seq desc
    ), queued as (${enqueue(sql`false`, isLater)})
    select coalesce(array_agg(chat_id), '{}') as moved from moved`);
  return moved;
}

/** Queues one message for each chat and person; it has been followed already, so no progress is noted. */
export const queueMissed = (db: Db, chosen: Candidate[]): Promise<number> =>
  db.run(sql`
    with told as (${rowsOf(chosen)}), chosen as (select * from told)
    ${enqueue(sql`false`, isLater)}`);

export interface EditRow {
  messageId: number;
  chatId: number;
  editedAt: Date;
}

/** Call in the transaction that edits the message; does nothing while nobody takes pushes. */
export async function insertEdit(tx: Db, messageId: number, chatId: number, newMentions: number[]) {
  await tx.run(sql`
    insert into push_edits as e (message_id, chat_id, mentioned_user_ids, edited_at)
    select ${messageId}, ${chatId}, ${newMentions}::bigint[], clock_timestamp()
    where exists (select from push_subscriptions)
    on conflict (message_id) do update
    set mentioned_user_ids = e.mentioned_user_ids || excluded.mentioned_user_ids, edited_at = excluded.edited_at`);
}

const MAX_EDITS = 100;

export const findEdits = (db: Db): Promise<EditRow[]> =>
  db.many(sql`
    select message_id, chat_id, edited_at from push_edits order by edited_at limit ${fixed(MAX_EDITS)}`);

/** Takes the edits that nobody has followed, or edited anew, since they were found. */
export async function takeEdits(tx: Db, edits: EditRow[]): Promise<number[]> {
  const taken = await tx.many<{ messageId: number }>(sql`
    delete from push_edits e
    using unnest(
      ${edits.map(({ messageId }) => messageId)}::bigint[], ${edits.map(({ editedAt }) => editedAt)}::timestamptz[]
    ) as f (message_id, edited_at)
    where e.message_id = f.message_id and date_trunc('milliseconds', e.edited_at) = f.edited_at
    returning e.message_id`);
  return taken.map(({ messageId }) => messageId);
}

export const queueMentions = (tx: Db, chosen: Candidate[]): Promise<number> =>
  tx.run(sql`
    with told as (${rowsOf(chosen)}), chosen as (select * from told)
    ${enqueue(sql`true`, sql`true`)}`);

/**
 * Queues an edited message that was pushed last: it goes again, without a sound. A push under way goes once more;
 * a waiting one is read when it goes.
 */
export const queueEdited = (tx: Db, edits: EditRow[]): Promise<number> =>
  tx.run(sql`
    update push_notifications n
    set version = n.version + 1, next_at = greatest(n.next_at, now()), is_loud = false, waiting = 'MESSAGE',
      waiting_id = coalesce(going.id, n.shown_id), waiting_seq = coalesce(going.seq, n.shown_seq),
      waiting_since = coalesce(going.since, clock_timestamp())
    from (
      select subscription_id, chat_id, waiting_id as id, waiting_seq as seq, waiting_since as since
      from push_notifications
      where waiting = 'MESSAGE' and waiting_id = any(${edits.map(({ messageId }) => messageId)}::bigint[])
        and leased_until > now()
      union all
      select shown.subscription_id, shown.chat_id, null, null, null
      from unnest(
          ${edits.map(({ messageId }) => messageId)}::bigint[], ${edits.map(({ chatId }) => chatId)}::bigint[]
        ) as e (message_id, chat_id)
        join push_notifications shown on shown.chat_id = e.chat_id and shown.shown_id = e.message_id
      where shown.shown_id is not null and shown.waiting is null
    ) going
    where n.subscription_id = going.subscription_id and n.chat_id = going.chat_id`);
