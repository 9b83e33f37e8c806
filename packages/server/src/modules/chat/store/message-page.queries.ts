import type { Mention, Reaction } from '@chat/contract/messages';
import { type Db, empty, fixed, raw, type Sql, sql } from '../../../db/database.ts';
import { chatToRead, type VersionedChatRow } from './chats.queries.ts';
import { type MessageRow, messageColumns } from './messages.queries.ts';
import { type ChatViewer, joinsWithoutHistory } from './supervisions.queries.ts';

// Ranges of the numbers of `chat`, a row of chats that the statement around them knows. A read between two ends
// goes by the index, whatever the planner believes of a chat (docs/decisions/0012-a-read-says-both-ends.md).

interface Range {
  /** The first of them, unless the chat has so many fewer. */
  from: Sql;
  /** Beyond the last of them. */
  to: Sql;
}

/** How many of the numbers stand for deleted messages. */
const deletedIn = ({ from, to }: Range) => sql`
  (select count(*) from messages d
    where d.chat_id = chat.id and d.deleted_at is not null and d.seq >= ${from} and d.seq < ${to})`;

/** Finds the beginning as `beginningOf`, in a chat whose count of deleted messages cannot be relied on. */
const deletionsAside = (size: Sql, to: Sql): Sql => sql`(
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
const beginningOf = (size: Sql, to: Sql): Sql => sql`
  case when chat.deleted_count = 0 then ${to} - ${size} else ${deletionsAside(size, to)} end`;

/** The number beyond the range that begins at `from` and holds `size` messages, counted as `beginningOf` counts. */
const endOf = (size: Sql, from: Sql): Sql => sql`
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
const nearest = (seq: Sql): Sql => sql`(
  select case
    when asked.seq > chat.last_seq then chat.last_seq + 1
    when exists (select from messages a where a.chat_id = chat.id and a.seq = asked.seq) then asked.seq
    else coalesce(${oldest}, asked.seq)
  end
  from (select ${seq} as seq) asked)`;

/** Names a page of a chat's messages; the uuids are of messages of the chat, which may have been deleted meanwhile. */
export type MessageCursor =
  | { page: number }
  | { before: string }
  | { after: string }
  | { around: string }
  | { aroundSeq: number };

/**
 * The part of a page that its reader may have. Ordinary people have it whole, and their statement does without this; for
 * whoever joined without history `chat` has the number up to which nothing is shown.
 */
interface Limits {
  isAfter: (seq: Sql) => Sql;
  atLeast: (seq: Sql) => Sql;
  total: Sql;
}

const unlimited: Limits = { isAfter: () => empty, atLeast: (seq) => seq, total: empty };

const fromJoiningOn: Limits = {
  isAfter: (seq) => sql`and ${seq} > chat.hidden_seq`,
  atLeast: (seq) => sql`greatest(${seq}, chat.hidden_seq + 1)`,
  total: sql`, case when chat.hidden_seq = 0 then chat.last_seq - chat.deleted_count else (
      select count(*) from messages t
      where t.chat_id = chat.id and t.seq > chat.hidden_seq and t.seq <= chat.last_seq and t.deleted_at is null
    ) end as total`,
};

/** Finds the number of an anchor; a page may start at a message that has been deleted since. */
const seqOf = (messageUuid: string, { isAfter }: Limits) => sql`(
  select a.seq from messages a
  where a.uuid = ${messageUuid} and a.chat_id = chat.id ${isAfter(sql`a.seq`)})`;

/** The number at which the page stands, and what is to be read. */
function pageAt(cursor: MessageCursor, size: number, limits: Limits): Range & { seq: Sql } {
  const at = sql`anchor.seq`;
  const whole = fixed(size);
  const before = { from: beginningOf(whole, at), to: at };
  if ('before' in cursor) return { seq: seqOf(cursor.before, limits), ...before };
  if ('after' in cursor) {
    const next = sql`(${at} + 1)`;
    return { seq: seqOf(cursor.after, limits), from: next, to: endOf(whole, next) };
  }
  if ('around' in cursor || 'aroundSeq' in cursor) {
    const half = Math.floor(size / 2);
    const seq =
      'around' in cursor
        ? seqOf(cursor.around, limits)
        : nearest(limits.atLeast(sql`${cursor.aroundSeq}::bigint`));
    return { seq, from: beginningOf(fixed(half), at), to: endOf(fixed(size - half), at) };
  }
  const skip = (cursor.page - 1) * size;
  const newest = sql`(chat.last_seq + 1)`;
  return { seq: skip === 0 ? newest : beginningOf(sql`${skip}::bigint`, newest), ...before };
}

// The database gives its messages column by column, as one JSON text, and what only few of them have beside them: for a
// page of rows it would ask each message for its reactions and write every name fifty times, which takes a third more.
const names = [
  'id',
  'uuid',
  'seq',
  'type',
  'content',
  'referenceId',
  'createdAt',
  'editedAt',
  'forwarded',
  'senderUuid',
  'senderEmail',
  'file',
  'reply',
] as const satisfies (keyof MessageRow)[];

/** One look by id for each: joined, all users may be read for a page. */
const userOf = (id: Sql) => sql`
  lateral (select one.uuid, one.email from users one where one.id = ${id} limit 1)`;

type Columns = { [Name in (typeof names)[number]]: MessageRow[Name][] };
type OfMessage<Thing> = Thing & { messageId: number };
/** A reaction with the numeric id of its author, and the version of its row. */
type VersionedReaction = Reaction & { userId: number; version: string };

/** A page, column by column. */
export interface MessagePage {
  /** Null when the chat has no message of the named uuid. */
  anchorSeq: number | null;
  /** Oldest first; all null when there are none. */
  columns: Columns | Record<keyof Columns, null>;
  reactions: OfMessage<VersionedReaction>[] | null;
  mentions: OfMessage<Mention>[] | null;
  /** How many messages there are for who joined without history. */
  total?: number;
}

const columns = raw(names.map((name) => `'${name}', json_agg("${name}")`).join(', '));

// Looked for message by message: with a condition for all of them the planner may rather read the whole table.
const reactionsOfPage = sql`
  select json_agg(reaction) from (
    select message.id as "messageId", ru.uuid as "userUuid", ru.email as "userEmail", re.emoji, re.reacted_at as "reactedAt",
      re.user_id as "userId", re.xmin as version
    from message, lateral (select one.xmin, one.* from reactions one where one.message_id = message.id offset 0) re,
      ${userOf(sql`re.user_id`)} ru
    order by re.reacted_at, ru.uuid
  ) reaction`;

const mentionsOfPage = sql`
  select json_agg(mention) from (
    select message.id as "messageId", mu.uuid, mu.email
    from message, lateral (select * from mentions one where one.message_id = message.id offset 0) me,
      ${userOf(sql`me.user_id`)} mu
    order by mu.email
  ) mention`;

/**
 * The chat with a page of its messages, in one round trip. Read as a range of numbers with both ends, so that no plan can
 * read more of the chat, whatever the planner believes: with a `limit` alone it reads and sorts a whole chat that it
 * takes for short.
 */
export function findMessagePage(
  db: Db,
  chatUuid: string,
  viewer: ChatViewer,
  cursor: MessageCursor,
  size: number,
): Promise<(VersionedChatRow & MessagePage) | undefined> {
  const isLimited = joinsWithoutHistory(viewer);
  const limits = isLimited ? fromJoiningOn : unlimited;
  const { seq, from, to } = pageAt(cursor, size, limits);
  return db.maybeOne(sql`
    with chat as materialized (${chatToRead(chatUuid, viewer)})
    select chat.*, read.* from chat, lateral (
      with page as materialized (
        select anchor.seq as anchor_seq, range.first, range.beyond
        from (select ${seq} as seq offset 0) anchor, lateral (select ${from} as first, ${to} as beyond offset 0) range
      ), message as materialized (
        select ${messageColumns(isLimited)}
        from page, messages m, ${userOf(sql`m.sender_id`)} u
        where m.chat_id = chat.id and m.deleted_at is null and m.seq >= page.first and m.seq < page.beyond ${limits.isAfter(sql`m.seq`)}
        order by m.seq
      )
      select page.anchor_seq, (select json_build_object(${columns}) from message) as columns,
        (${reactionsOfPage}) as reactions, case when chat.kind = 'GROUP' then (${mentionsOfPage}) end as mentions${limits.total}
      from page
    ) read`);
}

/** The versions of a page's rows when the page was read. */
export interface PageState {
  /** The version of the chat's row, which every change of a message or of a watermark writes. */
  version: string;
  /** The numbers between which its messages lie; 0 without any. */
  from: number;
  to: number;
  /** The versions of their reactions. */
  reactions: string;
  /** The people who are named on it, each with the e-mail that is shown. */
  people: { uuids: string[]; emails: string[] };
}

/** The versions of the same rows now. */
export interface PageStateNow {
  reactions: string;
  areNamesUnchanged: boolean;
}

/** The chat with the versions of a page that was read before, in one round trip. */
export const findPageState = (
  db: Db,
  chatUuid: string,
  viewer: ChatViewer,
  { from, to, people }: PageState,
): Promise<(VersionedChatRow & PageStateNow) | undefined> =>
  db.maybeOne(sql`
    with chat as materialized (${chatToRead(chatUuid, viewer)})
    select chat.*, (
      select coalesce(string_agg(concat(m.id, ' ', re.user_id, ' ', re.xmin), ',' order by m.id, re.user_id), '')
      from (
          select o.id from messages o where o.chat_id = chat.id and o.seq >= ${from} and o.seq <= ${to} offset 0
        ) m,
        lateral (select one.user_id, one.xmin from reactions one where one.message_id = m.id offset 0) re
    ) as reactions, not exists (
      select from unnest((select ${people.uuids}::uuid[]), (select ${people.emails}::text[])) as shown (uuid, email)
        left join lateral (select one.email from users one where one.uuid = shown.uuid limit 1) u on true
      where u.email is distinct from shown.email
    ) as are_names_unchanged
    from chat`);
