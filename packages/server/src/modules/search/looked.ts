import { fixed, type Sql, sql } from '../../db/database.ts';
import { type ChatIds, newestFirst, type Position, positions } from './reading.ts';

/** How messages are looked into that are near: the newest first, until there were so many, or so much was read. */
export interface Looking {
  /** What is asked of each, as of a row `s` of search_messages. */
  holds: Sql;
  /** Messages, of which only a few lengths are asked for. */
  rows: number;
  /** Characters of the words of these messages, one message at least. */
  characters: number;
  /** The newest that are given. */
  most: number;
}

export interface Looked {
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
export const ofChats = (chatIds: ChatIds): Sql =>
  chatIds
    ? sql`unnest(${chatIds}::bigint[]) as chat (id)`
    : sql`(
        select c.id from chats c left join groups g on g.id = c.group_id
        where c.kind <> 'PERSONAL' and g.deleted_at is null
      ) chat`;

/**
 * Of `near` (created_at, message_id, is_own) the newest, opened one by one in their order: to sort what they say would
 * take room, and to read what is long takes time that others wait.
 */
export const lookedInto = ({ holds, rows, characters }: Looking): Sql => sql`
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

export const LOOKED = ({ most }: Looking): Sql => sql`
  ${positions(sql`known`, most)} as found, horizon.created_at::text as horizon_at, horizon.message_id as horizon_id,
  (select count(*) from opened) as rows, (select count(*) from opened where is_own) as own,
  (select count(*) from opened where matches) as matched`;
