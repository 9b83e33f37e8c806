import { type Sql, sql } from '../../../db/database.ts';

// Ranges of the numbers of `chat`, a row of chats that the statement around them knows. What is read between two ends
// is read by the index, whatever the planner believes of a chat (docs/decisions/0012-a-read-says-both-ends.md).

export interface Range {
  /** The first of them, unless the chat has so many fewer. */
  from: Sql;
  /** Beyond the last of them. */
  to: Sql;
}

/** How many of the numbers stand for deleted messages. */
const deletedIn = ({ from, to }: Range) => sql`
  (select count(*) from messages d
    where d.chat_id = chat.id and d.deleted_at is not null and d.seq >= ${from} and d.seq < ${to})`;

/** As `beginningOf`, in a chat whose count of deleted messages cannot be relied on. */
export const deletionsAside = (size: Sql, to: Sql): Sql => sql`(
  with recursive walk (seq, deleted) as (
    select ${to} - ${size}, ${deletedIn({ from: sql`${to} - ${size}`, to })}
    union all
    select w.seq - w.deleted, ${deletedIn({ from: sql`w.seq - w.deleted`, to: sql`w.seq` })}
    from walk w where w.deleted > 0 and w.seq > 1
  ) select min(seq) from walk
)`;

/**
 * Where the range begins that ends before `to` and holds `size` messages. Numbers have no gaps, so that is arithmetic
 * but for deleted ones: for each of them the range goes on by one, over what may be deleted too.
 */
export const beginningOf = (size: Sql, to: Sql): Sql => sql`
  case when chat.deleted_count = 0 then ${to} - ${size} else ${deletionsAside(size, to)} end`;

/** The same, the other way: beyond which number the range ends. */
export const endOf = (size: Sql, from: Sql): Sql => sql`
  case when chat.deleted_count = 0 then ${from} + ${size} else (
    with recursive walk (seq, deleted) as (
      select ${from} + ${size}, ${deletedIn({ from, to: sql`${from} + ${size}` })}
      union all
      select w.seq + w.deleted, ${deletedIn({ from: sql`w.seq`, to: sql`w.seq + w.deleted` })}
      from walk w where w.deleted > 0 and w.seq <= chat.last_seq
    ) select max(seq) from walk
  ) end`;

/** The oldest that is stored, deleted or not; none has a condition of its own, which might be thought to leave few. */
const oldest = sql`(select o.seq from messages o where o.chat_id = chat.id order by o.seq limit 1)`;

/** The number nearest to the asked one, which may lie beyond the newest message or among those removed by age. */
export const nearest = (seq: number): Sql => sql`(
  select case
    when asked.seq > chat.last_seq then chat.last_seq + 1
    when exists (select from messages a where a.chat_id = chat.id and a.seq = asked.seq) then asked.seq
    else coalesce(${oldest}, asked.seq)
  end
  from (select ${seq}::bigint as seq) asked)`;
