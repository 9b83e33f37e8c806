import { type Db, fixed, type Settings, type Sql, sql } from '../../db/database.ts';

/*
 * The three ways to read the index: over the newest of all messages, over the newest of some chats, and by blocks that
 * may hold what is sought. Each looks into what is near in the same way and gives the same columns.
 */

/** The place of a message in the order of results, newest first. The instant is text: no digit of it may be lost. */
export interface Position {
  at: string;
  id: number;
}

/** The messages to read: after `before` in the order of results, and since ≤ created_at < until. */
export interface Span {
  before: Position;
  since: string;
  until: string;
}

/** Undefined: all group and direct chats. */
export type ChatIds = number[] | undefined;

const newestFirst = sql`order by created_at desc, message_id desc`;
const within = ({ before, since, until }: Span): Sql => sql`
  (s.created_at, s.message_id) < (${before.at}::timestamptz, ${before.id}::bigint)
  and s.created_at >= ${since}::timestamptz and s.created_at < ${until}::timestamptz`;

// Asked as a value, so that it stays one look into a table of ids for each row, whatever the planner believes.
const isWatchable: Sql = sql`(s.chat_id in (
    select c.id from chats c left join groups g on g.id = c.group_id
    where c.kind = 'PERSONAL' or g.deleted_at is not null
  )) is not true`;

const positions = (rows: Sql, most: number): Sql => sql`(
  select json_agg(json_build_object('at', f.created_at::text, 'id', f.message_id) order by f.created_at desc, f.message_id desc)
  from (select created_at, message_id from ${rows} ${newestFirst} limit ${most}) f)`;

// How it is read is not for the planner to guess: a table that nobody has analysed would be read whole, and sorted. A
// forbidden way counts as so dear that it would compile the rest, which takes longer than the reading.
const ALWAYS: Settings = {
  plan_cache_mode: 'force_custom_plan',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  enable_seqscan: 'off',
};

/** How much a scan of the newest messages may read. */
interface ScanOptions {
  /** The condition on each message, as a row `s` of search_messages. */
  holds: Sql;
  /** Messages, of which only a few lengths are asked for. */
  rows: number;
  /** Characters of the words of these messages, one message at least. */
  characters: number;
  /** The newest that are given. */
  most: number;
}

export interface ScanResult {
  /** The newest that were found, in their order. */
  found: Position[] | null;
  /** Up to here nothing has been left out; null: to the end of what was near. */
  horizonAt: string | null;
  horizonId: number | null;
  /** Messages that were near, those of the chats among them, and those that met the condition. */
  rows: number;
  own: number;
  matched: number;
}

/** The chats as `chat`; without ids all that an administrator may read. */
const ofChats = (chatIds: ChatIds): Sql =>
  chatIds
    ? sql`unnest(${chatIds}::bigint[]) as chat (id)`
    : sql`(
        select c.id from chats c left join groups g on g.id = c.group_id
        where c.kind <> 'PERSONAL' and g.deleted_at is null
      ) chat`;

/**
 * The newest of `near` (created_at, message_id, is_own), opened one by one in their order: to sort their texts would
 * take room, and to read what is long takes time that others wait.
 */
const scanned = ({ holds, rows, characters }: ScanOptions): Sql => sql`
  sorted as materialized (
    select created_at, message_id, is_own from near ${newestFirst} limit ${fixed(rows)}
  ), opened as materialized (
    select s.created_at, s.message_id, s.is_own,
      s.n = ${fixed(rows)} or s.before + s.size > ${characters}::bigint as is_last,
      case when s.is_own then ${holds} else false end as matches
    from (
      select o.*, words, forms, row_number() over () as n, octet_length(coalesce(words, '')) as size,
        coalesce(sum(octet_length(words)) over (rows between unbounded preceding and 1 preceding), 0) as before
      from sorted o left join lateral (
        select words, forms from search_messages opened where o.is_own and opened.message_id = o.message_id limit 1
      ) texts on true
    ) s
    where s.before <= ${characters}::bigint
  ), horizon as materialized (
    select created_at, message_id from opened where is_last ${newestFirst} limit 1
  ), known as (
    select w.* from opened w
    where w.matches and not exists (
      select from horizon h where (w.created_at, w.message_id) < (h.created_at, h.message_id)
    )
  )`;

const resultColumns = ({ most }: ScanOptions): Sql => sql`
  ${positions(sql`known`, most)} as found, horizon.created_at::text as horizon_at, horizon.message_id as horizon_id,
  (select count(*) from opened) as rows, (select count(*) from opened where is_own) as own,
  (select count(*) from opened where matches) as matched`;

export const ALONG_AN_ORDER: Settings = { ...ALWAYS, enable_bitmapscan: 'off' };

/** The newest of all messages that an administrator may read. Call in a transaction with `ALONG_AN_ORDER`. */
export const walkNewest = (tx: Db, span: Span, options: ScanOptions): Promise<ScanResult> =>
  tx.one(sql`
    with near as materialized (
      select s.created_at, s.message_id, ${isWatchable} as is_own from search_messages s
      where ${within(span)} order by s.created_at desc, s.message_id desc limit ${fixed(options.rows)}
    ), ${scanned(options)}
    select ${resultColumns(options)} from (select) as always left join horizon on true`);

/** The newest of the chats, in a span of time that holds few. Call in a transaction with `ALONG_AN_ORDER`. */
export const walkChats = (
  tx: Db,
  chatIds: number[],
  span: Span,
  options: ScanOptions,
): Promise<ScanResult> =>
  tx.one(sql`
    with near as materialized (
      select s.created_at, s.message_id, true as is_own
      from unnest(${chatIds}::bigint[]) as chat (id) cross join lateral (
        select s.created_at, s.message_id from search_messages s
        where s.chat_id = chat.id and ${within(span)}
        order by s.created_at desc, s.message_id desc limit ${fixed(options.rows)}
      ) s
    ), ${scanned(options)}
    select ${resultColumns(options)} from (select) as always left join horizon on true`);

export const BY_BLOCKS: Settings = { ...ALWAYS, enable_bitmapscan: 'off' };

interface LookupResult extends ScanResult {
  /**
   * Blocks whose bits were asked, and those that may hold what is sought: where they are more than `blocks`, none was
   * read.
   */
  seen: number;
  led: number;
}

/** The messages in blocks of that time that may hold the words. Call in a transaction with `BY_BLOCKS`. */
export const lookIntoBlocks = (
  tx: Db,
  mayHold: Sql,
  chatIds: ChatIds,
  span: Span,
  { blocks, ...options }: ScanOptions & { blocks: number },
): Promise<LookupResult> =>
  tx.one(sql`
    with seen as materialized (
      select b.chat_id, b.nth, ${mayHold} as leads
      from ${ofChats(chatIds)} cross join lateral (
        select * from search_blocks b
        where b.chat_id = chat.id and b.last_at >= ${span.since}::timestamptz and b.first_at <= ${span.before.at}::timestamptz
        offset 0
      ) b
    ), led as materialized (
      select chat_id, nth from seen where leads limit ${fixed(blocks + 1)}
    ), near as materialized (
      select s.created_at, s.message_id, true as is_own from led b cross join lateral (
        select s.created_at, s.message_id from search_messages s
        where s.chat_id = b.chat_id and s.block = b.nth and s.block >= 0 and ${within(span)}
        offset 0
      ) s
      where (select count(*) from led) <= ${fixed(blocks)}
    ), ${scanned(options)}
    select ${resultColumns(options)}, (select count(*) from seen) as seen, (select count(*) from led) as led
    from (select) as always left join horizon on true`);

interface PersonName {
  id: number;
  email: string;
  name: string;
}

const isOneOf = (chatId: Sql, chatIds: number[]): Sql =>
  sql`(${chatId} in (select unnest(${chatIds}::bigint[]))) is true`;

/** Everybody, deleted people too: their messages stay. */
export const findPeople = (db: Db): Promise<PersonName[]> =>
  db.many(sql`select id, email, first_name || ' ' || last_name as name from users`);

/** The users, among these, who take part in one of the chats, or did. */
export async function findThoseIn(
  db: Db,
  userIds: number[],
  chatIds: ChatIds,
): Promise<Set<number>> {
  if (!chatIds) return new Set(userIds);
  const rows = await db.many<{ id: number }>(sql`
    select u.id from unnest(${userIds}::bigint[]) as u (id)
      cross join lateral (
        select from (select chat_id from chat_members where user_id = u.id offset 0) m
        where ${isOneOf(sql`m.chat_id`, chatIds)} limit 1
      ) there`);
  return new Set(rows.map(({ id }) => id));
}

/** Both sides of the direct chats among these, save the member who looks there; of all direct chats everybody. */
export function findCounterparts(
  db: Db,
  chatIds: ChatIds,
  memberId: number | null,
): Promise<{ id: number; email: string }[]> {
  if (!chatIds) return db.many(sql`select id, email from users`);
  return db.many(sql`
    select u.id, u.email from users u
    where u.id is distinct from ${memberId}::bigint and u.id in (
      select unnest(array[c.low_user_id, c.high_user_id]) from chats c
      where c.id = any(${chatIds}::bigint[]) and c.kind = 'DIRECT'
    )`);
}

/** The groups of the chats. */
export function findGroupNames(db: Db, chatIds: ChatIds): Promise<{ id: number; name: string }[]> {
  const isTheirs = chatIds
    ? sql`g.id in (select c.group_id from chats c where c.id = any(${chatIds}::bigint[]))`
    : sql`true`;
  return db.many(sql`
    select g.id, g.name from groups g where g.deleted_at is null and ${isTheirs}`);
}

export async function findUserId(db: Db, uuid: string): Promise<number | undefined> {
  const user = await db.maybeOne<{ id: number }>(sql`select id from users where uuid = ${uuid}`);
  return user?.id;
}

/** Where a message stands in the order of results, deleted or not; undefined for one that there never was. */
export const findPosition = (db: Db, messageUuid: string): Promise<Position | undefined> =>
  db.maybeOne(sql`
    select created_at::text as at, id from messages where uuid = ${messageUuid}`);
