import { type Db, fixed, type Settings, type Sql, sql } from '../../db/database.ts';
import {
  ALWAYS,
  type ChatIds,
  type Found,
  isOf,
  newestFirst,
  positions,
  type Span,
  within,
} from './reading.ts';

export interface Walked extends Found {
  /** Rows of the chats among them, and those that met the condition. */
  own: number;
  matched: number;
  /** Up to here nothing has been left out; null: to the very end. */
  horizonAt: string | null;
  horizonId: number | null;
  /** When the newest of the rows was sent. */
  newestAt: string | null;
}

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
    (select count(*) from walked where matches) as matched, (select max(created_at)::text from walked) as newest_at
  from (select) as always left join horizon on true`;

export const ALONG_AN_ORDER: Settings = { ...ALWAYS, enable_bitmapscan: 'off', enable_sort: 'off' };

/** The newest of all messages, one after the other. Call in a transaction with `ALONG_AN_ORDER`. */
export const walkNewest = (
  tx: Db,
  holds: Sql,
  chatIds: ChatIds,
  span: Span,
  { length, most }: { length: number; most: number },
): Promise<Walked> =>
  tx.one(
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

/** The newest of each of the chats. Call in a transaction with `ALONG_AN_ORDER`. */
export const walkChats = (
  tx: Db,
  holds: Sql,
  chatIds: number[],
  span: Span,
  { length, most }: { length: number; most: number },
): Promise<Walked> =>
  tx.one(
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
