import type { Mention } from '@chat/contract/messages';
import type { Reaction } from '@chat/contract/reactions';
import { fixed, raw, type Sql, sql } from '../../../db/database.ts';
import { type MessageRow, messageColumns, userOf } from './messages.queries.ts';
import { beginningOf, endOf, nearest, type Range } from './ranges.queries.ts';

/** Which page of a chat's messages; the uuids are of messages of the chat, which may have been deleted meanwhile. */
export type MessageCursor =
  | { page: number }
  | { before: string }
  | { after: string }
  | { around: string }
  | { aroundSeq: number };

/** Finds the number of an anchor; a page may start at a message that has been deleted since. */
const seqOf = (messageUuid: string) =>
  sql`(select a.seq from messages a where a.uuid = ${messageUuid} and a.chat_id = chat.id)`;

/** The number at which the page stands, and what is to be read. */
function pageAt(cursor: MessageCursor, size: number): Range & { seq: Sql } {
  const at = sql`anchor.seq`;
  const whole = fixed(size);
  const before = { from: beginningOf(whole, at), to: at };
  if ('before' in cursor) return { seq: seqOf(cursor.before), ...before };
  if ('after' in cursor) {
    const next = sql`(${at} + 1)`;
    return { seq: seqOf(cursor.after), from: next, to: endOf(whole, next) };
  }
  if ('around' in cursor || 'aroundSeq' in cursor) {
    const half = Math.floor(size / 2);
    const seq = 'around' in cursor ? seqOf(cursor.around) : nearest(cursor.aroundSeq);
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

type Columns = { [Name in (typeof names)[number]]: MessageRow[Name][] };
type OfMessage<Thing> = Thing & { messageId: number };
/** Who gave it, inside, and the version of its row. */
type VersionedReaction = Reaction & { userId: number; version: string };

/** A page as `messagePage` selects it. */
export interface MessagePage {
  /** Null when the chat has no message of the named uuid. */
  anchorSeq: number | null;
  /** Oldest first; all null when there are none. */
  columns: Columns | Record<keyof Columns, null>;
  reactions: OfMessage<VersionedReaction>[] | null;
  mentions: OfMessage<Mention>[] | null;
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
 * Selects a page of the messages of `chat`, which the statement around it knows. Read as a range of numbers with both
 * ends, so that no plan can read more of the chat, whatever the planner believes: with a `limit` alone it reads and
 * sorts a whole chat that it takes for short.
 */
export function messagePage(cursor: MessageCursor, size: number): Sql {
  const { seq, from, to } = pageAt(cursor, size);
  return sql`
    with page as materialized (
      select anchor.seq as anchor_seq, range.first, range.beyond
      from (select ${seq} as seq offset 0) anchor, lateral (select ${from} as first, ${to} as beyond offset 0) range
    ), message as materialized (
      select ${messageColumns}
      from page, messages m, ${userOf(sql`m.sender_id`)} u
      where m.chat_id = chat.id and m.deleted_at is null and m.seq >= page.first and m.seq < page.beyond
      order by m.seq
    )
    select page.anchor_seq, (select json_build_object(${columns}) from message) as columns,
      (${reactionsOfPage}) as reactions, case when chat.kind = 'GROUP' then (${mentionsOfPage}) end as mentions
    from page`;
}

function byMessage<Row extends { messageId: number }, Thing>(
  rows: Row[] | null,
  thingOf: (row: Row) => Thing,
): Map<number, Thing[]> {
  const found = new Map<number, Thing[]>();
  for (const row of rows ?? []) {
    const known = found.get(row.messageId);
    if (known) known.push(thingOf(row));
    else found.set(row.messageId, [thingOf(row)]);
  }
  return found;
}

export function rowsOf({ columns, reactions, mentions }: MessagePage): MessageRow[] {
  if (columns.id === null) return [];
  const reactionsOf = byMessage(
    reactions,
    ({ messageId, userId, version, ...reaction }) => reaction,
  );
  const mentionsOf = byMessage(mentions, ({ messageId, ...mention }) => mention);
  const of = <Cell>(column: Cell[], n: number) => column[n] as Cell;
  return columns.id.map((id, n) => ({
    id,
    uuid: of(columns.uuid, n),
    seq: of(columns.seq, n),
    type: of(columns.type, n),
    content: of(columns.content, n),
    referenceId: of(columns.referenceId, n),
    createdAt: of(columns.createdAt, n),
    editedAt: of(columns.editedAt, n),
    forwarded: of(columns.forwarded, n),
    senderUuid: of(columns.senderUuid, n),
    senderEmail: of(columns.senderEmail, n),
    file: of(columns.file, n),
    reply: of(columns.reply, n),
    reactions: reactionsOf.get(id) ?? null,
    mentions: mentionsOf.get(id) ?? null,
  }));
}
