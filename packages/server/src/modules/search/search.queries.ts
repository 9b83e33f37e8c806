import { type Db, fixed, type Sql, sql } from '../../db/database.ts';

/** The place of a message in the order of results, newest first. The instant is text: no digit of it may be lost. */
export interface Position {
  at: string;
  id: number;
}

/** What is read: after `before` in the order of results, and since ≤ created_at < until. */
export interface Span {
  before: Position;
  since: string;
  until: string;
}

/** Undefined: all group and direct chats. */
export type ChatIds = number[] | undefined;

interface Found {
  /** The newest that were found, in their order. */
  found: Position[] | null;
  /** Rows that were looked at. */
  rows: number;
}

export interface Walked extends Found {
  /** Rows of the chats among them, and those that met the condition. */
  own: number;
  matched: number;
  /** Up to here nothing has been left out; null: to the very end. */
  horizonAt: string | null;
  horizonId: number | null;
}

const newestFirst = sql`order by created_at desc, message_id desc`;
const within = ({ before, since, until }: Span): Sql => sql`
  (s.created_at, s.message_id) < (${before.at}::timestamptz, ${before.id}::bigint)
  and s.created_at >= ${since}::timestamptz and s.created_at < ${until}::timestamptz`;

// Asked as a value, so that it stays one look into a table of ids for each row, whatever the planner believes.
const isOf = (chatIds: ChatIds): Sql =>
  chatIds
    ? sql`(s.chat_id in (select unnest(${chatIds}::bigint[]))) is true`
    : sql`(s.chat_id in (
        select c.id from chats c left join groups g on g.id = c.group_id
        where c.kind = 'PERSONAL' or g.deleted_at is not null
      )) is not true`;

const positions = (rows: Sql, most: number): Sql => sql`(
  select json_agg(json_build_object('at', f.created_at::text, 'id', f.message_id) order by f.created_at desc, f.message_id desc)
  from (select created_at, message_id from ${rows} ${newestFirst} limit ${most}) f)`;

/** `n` counts the rows of each walk; where one has come to its last, older ones may follow. */
const walked = (rows: Sql, length: number, most: number): Sql => sql`
  with walked as materialized (${rows}), horizon as materialized (
    select created_at, message_id from walked where n = ${fixed(length)} ${newestFirst} limit 1
  ), known as (
    select w.* from walked w
    where w.matches and not exists (
      select from horizon h where (w.created_at, w.message_id) < (h.created_at, h.message_id)
    )
  )
  select ${positions(sql`known`, most)} as found, horizon.created_at::text as horizon_at, horizon.message_id as horizon_id,
    (select count(*) from walked) as rows, (select count(*) from walked where is_own) as own,
    (select count(*) from walked where matches) as matched
  from (select) as always left join horizon on true`;

// How it is read is not for the planner to guess: a table that nobody has analysed would be read whole, and sorted. What it
// is forbidden it takes for so dear that it would compile the rest, which takes longer than to read it.
const ALWAYS = {
  plan_cache_mode: 'force_custom_plan',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};
const OFF = 'off';
const ALONG_AN_ORDER = { enable_seqscan: OFF, enable_bitmapscan: OFF, enable_sort: OFF };
const BY_FORMS = {
  enable_seqscan: OFF,
  enable_indexscan: OFF,
  enable_indexonlyscan: OFF,
  // For which rows to look at, each by itself.
  work_mem: '32MB',
};

async function runWith<Row>(tx: Db, settings: Record<string, string>, query: Sql): Promise<Row> {
  const all = { ...ALWAYS, ...settings };
  await tx.many(sql`
    select set_config(name, value, true)
    from unnest(${Object.keys(all)}::text[], ${Object.values(all)}::text[]) as setting (name, value)`);
  return tx.one<Row>(query);
}

/** The newest of all messages, one after the other. Call in a transaction. */
export const walkNewest = (
  tx: Db,
  holds: Sql,
  chatIds: ChatIds,
  span: Span,
  { length, most }: { length: number; most: number },
): Promise<Walked> =>
  runWith(
    tx,
    ALONG_AN_ORDER,
    walked(
      sql`
        select s.*, row_number() over () as n from (
          select s.created_at, s.message_id, s.is_own, case when s.is_own then ${holds} else false end as matches
          from (
            select s.*, ${isOf(chatIds)} as is_own
            from search_messages s where ${within(span)} order by s.created_at desc, s.message_id desc limit ${fixed(length)}
          ) s
        ) s`,
      length,
      most,
    ),
  );

/** The newest of each of the chats. Call in a transaction. */
export const walkChats = (
  tx: Db,
  holds: Sql,
  chatIds: number[],
  span: Span,
  { length, most }: { length: number; most: number },
): Promise<Walked> =>
  runWith(
    tx,
    ALONG_AN_ORDER,
    walked(
      sql`
        select s.created_at, s.message_id, true as is_own, s.matches, s.n
        from unnest(${chatIds}::bigint[]) as chat (id)
          cross join lateral (
            select s.*, row_number() over () as n from (
              select s.created_at, s.message_id, ${holds} as matches
              from search_messages s where s.chat_id = chat.id and ${within(span)}
              order by s.created_at desc, s.message_id desc limit ${fixed(length)}
            ) s
          ) s`,
      length,
      most,
    ),
  );

/**
 * Those that the index of forms leads to. With `rows` beyond `max` there were too many, and what was found is not the newest.
 * Call in a transaction.
 */
export const findByForms = (
  tx: Db,
  { forms, holds }: { forms: string; holds: Sql },
  chatIds: ChatIds,
  span: Span,
  { max, most }: { max: number; most: number },
): Promise<Found> =>
  runWith(
    tx,
    BY_FORMS,
    sql`
      with met as materialized (
        select s.created_at, s.message_id, s.chat_id, ${holds} and ${within(span)} as matches
        from (select * from search_messages s where s.forms @@ ${forms}::tsquery limit ${max + 1}) s
      ), known as (select s.* from met s where s.matches and ${isOf(chatIds)})
      select ${positions(sql`known`, most)} as found, (select count(*) from met) as rows`,
  );

/** The words that each pattern finds, of which no more than `max` and one are given. Call in a transaction. */
export const findWordsLike = async (
  tx: Db,
  patterns: string[],
  max: number,
): Promise<Map<string, string[]>> => {
  const { found } = await runWith<{ found: { pattern: string; words: string[] }[] | null }>(
    tx,
    BY_FORMS,
    sql`
      select json_agg(json_build_object('pattern', p.pattern, 'words', p.words)) as found from (
        select asked.pattern, array(
          select w.word from search_words w where w.word like asked.pattern limit ${fixed(max + 1)}
        ) as words
        from unnest(${patterns}::text[]) as asked (pattern)
      ) p`,
  );
  return new Map((found ?? []).map(({ pattern, words }) => [pattern, words]));
};
