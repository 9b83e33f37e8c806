import { type Settings, type Sql, sql } from '../../db/database.ts';

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

export const newestFirst = sql`order by created_at desc, message_id desc`;
export const within = ({ before, since, until }: Span): Sql => sql`
  (s.created_at, s.message_id) < (${before.at}::timestamptz, ${before.id}::bigint)
  and s.created_at >= ${since}::timestamptz and s.created_at < ${until}::timestamptz`;

// Asked as a value, so that it stays one look into a table of ids for each row, whatever the planner believes.
export const isWatchable: Sql = sql`(s.chat_id in (
    select c.id from chats c left join groups g on g.id = c.group_id
    where c.kind = 'PERSONAL' or g.deleted_at is not null
  )) is not true`;

export const positions = (rows: Sql, most: number): Sql => sql`(
  select json_agg(json_build_object('at', f.created_at::text, 'id', f.message_id) order by f.created_at desc, f.message_id desc)
  from (select created_at, message_id from ${rows} ${newestFirst} limit ${most}) f)`;

// How it is read is not for the planner to guess: a table that nobody has analysed would be read whole, and sorted. What it
// is forbidden it takes for so dear that it would compile the rest, which takes longer than to read it.
export const ALWAYS: Settings = {
  plan_cache_mode: 'force_custom_plan',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  enable_seqscan: 'off',
};
