import type { Mention, MessageType } from '@chat/contract/messages';
import { type Db, empty, join, type Sql, sql } from '../../../db/database.ts';
import type { ChatIdentity } from './chats.queries.ts';
import type { FileColumns } from './messages.queries.ts';

export interface NewMessage {
  uuid: string;
  chatUuid: string;
  senderId: number;
  referenceId: string | null;
  type: MessageType;
  content: string;
  replyToId: number | null;
  /** The message that it is a copy of; NO_MESSAGE when there is none that its sender may read. */
  forwardedId: number | null;
  /** Waits in `files` until this message claims it. */
  file: FileColumns | null;
  mentionedUserIds: string[];
  /** Its row in `scheduled_messages` as it was read: without it the message is not stored, and the row goes with it. */
  scheduled?: { id: number; version: string };
}

export const NO_MESSAGE = 0;

export interface StoredRow {
  /** The message's place in the batch, from 0. */
  at: number;
  id: number;
  uuid: string;
  seq: number;
  createdAt: Date;
  /** false: the sender had sent this reference before; nothing was stored now. */
  isNew: boolean;
  /** Up to where the sender had seen the chat, if by writing they have seen more than that; else null. */
  seenBefore: number | null;
  /** The mentioned people who take part in the group; null without any. */
  mentions: Mention[] | null;
  deliveredSeq: number;
  seenSeq: number;
}

export type SentRow = StoredRow & { chat: ChatIdentity };

/**
 * Stores a batch by one statement, in one round trip and one commit. The locks on the chats' rows give everyone the
 * same order and numbers without gaps. Chats, then members, then unread counters are locked in the order in which
 * receipts and leaving lock them. A message has no row when its sender may not write there, or the message that it
 * answers, or is a copy of, is gone. A sender has seen all earlier messages: the watermark advances as by a receipt.
 * Unread counters of direct chats are kept as `direct-unread.ts` says. No two of the batch may have the same chat,
 * sender and reference. `messages_reference_key` refuses a reference that another process stores at the same moment,
 * and with it the whole batch.
 */
export function insertMessages(db: Db, messages: NewMessage[]): Promise<StoredRow[]> {
  const [mentions, scheduled] = [insertMentions(messages), takeScheduled(messages)];
  const { input, order } = variantOf(messages);
  return db.many(sql`
    with locked as (
      select input.*, c.id as chat_id, c.kind, c.group_id, c.low_user_id, c.high_user_id,
        c.last_seq, c.delivered_seq, c.seen_seq
      from (${input}) as input
        join chats c on c.uuid = input.chat_uuid
      where c.kind <> 'DIRECT' or (
          select every(one.left_at is null) from chat_members one where one.chat_id = c.id
        )
      ${order.ofChats}
      for no key update of c
    ), target as (
      select locked.*, me.seen_seq as own_seen_seq
      from locked
        join chat_members me on me.chat_id = locked.chat_id and me.user_id = locked.sender_id and me.left_at is null
      ${order.ofMembers}
      for no key update of me
    )${scheduled.take}, numbered as (
      select t.*, known.id as known_id, known.uuid as known_uuid, known.created_at as known_at,
        coalesce(known.seq, t.last_seq + ${order.place}) as seq
      from target t
        left join messages known
          on known.chat_id = t.chat_id and known.sender_id = t.sender_id and known.reference_id = t.reference_id
      ${unlessGone(messages, scheduled.isTaken)}
      ${order.ofNumbers}
    ), assigned as (
      select n.*, n.known_id is null as is_new, coalesce(n.known_id, nextval('messages_id_seq')) as id,
        coalesce(n.known_at, date_trunc('milliseconds', clock_timestamp())) as created_at
      from numbered n
    ), written as (
      select p.*, greatest(p.own_seen_seq, ${order.seenByWriting}) as seen_before from assigned p
    ), inserted as (
      insert into messages (
        chat_id, seq, id, uuid, sender_id, reference_id, type, content, reply_to_id, created_at, forwarded
      )
      select chat_id, seq, id, uuid, sender_id, reference_id, type, content, reply_to_id, created_at,
        ${forwardedOf(messages)}
      from assigned where is_new
    ), advanced as (
      update chats c set last_seq = p.seq, last_message_id = p.id, last_message_at = p.created_at
      from ${order.lastOfChat} p
      where c.id = p.chat_id
    ), marked as (
      update chat_members m set delivered_seq = p.seq, seen_seq = p.seq, last_sent_seq = p.seq
      from ${order.lastOfSender} p
      where m.chat_id = p.chat_id and m.user_id = p.sender_id
    ), seen_by_writing as (
      insert into mark_advances (chat_id, user_id, kind, from_seq, up_to_seq, at)
      select chat_id, sender_id, 'SEEN', seen_before, seq, created_at from written
      where is_new and seq - 1 > seen_before and kind <> 'PERSONAL'
      on conflict do nothing
    )${countUnread(order.unread)}${claimFiles(messages)}${scheduled.remove}${mentions.insert}
    select (p.at - 1)::int as at, p.id, coalesce(p.known_uuid, p.uuid) as uuid, p.seq, p.created_at, p.is_new,
      case when p.is_new and p.seq - 1 > p.seen_before then p.seen_before end as seen_before,
      ${mentions.list} as mentions, p.delivered_seq, p.seen_seq from written p`);
}

/** How the statement reads its messages, and what it must sort. */
function variantOf(messages: NewMessage[]): { input: Sql; order: typeof single } {
  const [only, ...others] = messages;
  if (only && others.length === 0) return { input: oneMessage(only), order: single };
  return { input: manyMessages(messages), order: batch };
}

const oneMessage = ({
  uuid,
  chatUuid,
  senderId,
  referenceId,
  type,
  content,
  replyToId,
}: NewMessage): Sql => sql`
  select ${uuid}::uuid as uuid, ${chatUuid}::uuid as chat_uuid, ${senderId}::bigint as sender_id, ${referenceId}::text as reference_id,
    ${type}::text as type, ${content}::text as content, ${replyToId}::bigint as reply_to_id, 1 as at`;

// A single message needs no unpacking and no sorting, which is a third of the work.
const single = {
  place: sql`1`,
  ofChats: empty,
  ofMembers: empty,
  ofNumbers: empty,
  lastOfChat: sql`(select * from assigned where is_new)`,
  lastOfSender: sql`(select * from assigned where is_new)`,
  unread: sql`
    select one.user_id, p.group_id, one.messages
    from assigned p
      cross join lateral (values
        (p.sender_id, p.own_seen_seq - p.last_seq), (p.low_user_id + p.high_user_id - p.sender_id, 1)
      ) as one (user_id, messages)
    where p.is_new and p.kind = 'DIRECT'`,
  seenByWriting: sql`0`,
};

// The planner takes a range of an unknown number for narrow: it expects few rows whatever the arrays hold, keeps the
// plan once made, and looks everything up by its index.
const manyMessages = (messages: NewMessage[]): Sql => sql`
  select * from unnest(
      ${messages.map(({ uuid }) => uuid)}::uuid[], ${messages.map(({ chatUuid }) => chatUuid)}::uuid[],
      ${messages.map(({ senderId }) => senderId)}::bigint[], ${messages.map(({ referenceId }) => referenceId)}::text[],
      ${messages.map(({ type }) => type)}::text[], ${messages.map(({ content }) => content)}::text[],
      ${messages.map(({ replyToId }) => replyToId)}::bigint[]
    ) with ordinality as listed (uuid, chat_uuid, sender_id, reference_id, type, content, reply_to_id, at)
  where at between 1 and ${messages.length}`;

const batch = {
  place: sql`row_number() over (partition by t.chat_id, known.id is null order by t.at)`,
  ofChats: sql`order by c.id`,
  ofMembers: sql`order by me.chat_id, me.user_id`,
  ofNumbers: sql`order by t.chat_id, seq`,
  lastOfChat: sql`(select distinct on (chat_id) * from assigned where is_new order by chat_id, seq desc)`,
  lastOfSender: sql`(select chat_id, sender_id, max(seq) as seq from assigned where is_new group by chat_id, sender_id)`,
  unread: sql`
    select user_id, group_id, sum(messages)::bigint as messages
    from (
      select unnest(array[low_user_id, high_user_id]) as user_id, group_id, 1 as messages
      from assigned where is_new and kind = 'DIRECT'
      union all
      select sender_id, group_id, min(own_seen_seq) - max(seq)
      from assigned where is_new and kind = 'DIRECT' group by chat_id, sender_id, group_id
    ) one
    group by user_id, group_id`,
  seenByWriting: sql`lag(p.seq) over (partition by p.chat_id, p.sender_id order by p.seq)`,
};

/** Adds to the unread counters of direct chats, by `changes` of user_id, group_id and messages. */
const countUnread = (changes: Sql): Sql => sql`, counted as (
      select k.user_id, k.group_id, change.messages
      from (${changes}) change
        join direct_unread k on k.user_id = change.user_id and k.group_id = change.group_id
      where change.messages <> 0
      order by k.user_id, k.group_id
      for no key update of k
    ), applied as (
      update direct_unread k set messages = k.messages + counted.messages
      from counted where k.user_id = counted.user_id and k.group_id = counted.group_id
    )`;

// Whatever only some messages have is a part of its own, which a batch without it leaves out.

/**
 * `take` locks the rows of those that were scheduled: a row that somebody changes, cancels or sends meanwhile is waited
 * for, and then it is another one, or gone. So is one whose sender may not come in any more. `isTaken` lets no message
 * be stored without its row, and `remove` takes the row away in the same commit.
 */
function takeScheduled(messages: NewMessage[]): { take: Sql; isTaken?: Sql; remove: Sql } {
  const due = messages.flatMap(({ uuid, scheduled }) =>
    scheduled ? [{ uuid, ...scheduled }] : [],
  );
  if (due.length === 0) return { take: empty, remove: empty };
  const uuids = due.map(({ uuid }) => uuid);
  return {
    take: sql`, taken as (
      select s.id, t.uuid
      from unnest(
          ${due.map(({ id }) => id)}::bigint[], ${uuids}::uuid[], ${due.map(({ version }) => version)}::text[]
        ) as due (scheduled_id, uuid, version)
        join target t on t.uuid = due.uuid
        join scheduled_messages s on s.id = due.scheduled_id and s.xmin::text = due.version
      where (select u.blocked_at is null and u.deleted_at is null from users u where u.id = t.sender_id)
      for update of s
    )`,
    isTaken: sql`(t.uuid <> all(${uuids}::uuid[]) or t.uuid in (select taken.uuid from taken))`,
    remove: sql`, sent_now as (
      delete from scheduled_messages s using taken, assigned p
      where s.id = taken.id and p.uuid = taken.uuid
    )`,
  };
}

/** The file of each message that has one, claimed by it. */
function claimFiles(messages: NewMessage[]): Sql {
  const carriers = messages.filter(({ file }) => file?.fileUuid);
  if (carriers.length === 0) return empty;
  return sql`, claimed as (
      update files f set message_id = p.id
      from unnest(
          ${carriers.map(({ uuid }) => uuid)}::uuid[], ${carriers.map(({ file }) => file?.fileUuid)}::uuid[]
        ) as carried (message_uuid, file_uuid)
        join assigned p on p.uuid = carried.message_uuid and p.is_new
      where f.uuid = carried.file_uuid
    )`;
}

function insertMentions(messages: NewMessage[]): { insert: Sql; list: Sql } {
  const calls = messages.flatMap(({ uuid, mentionedUserIds }) =>
    mentionedUserIds.map((userUuid) => ({ uuid, userUuid })),
  );
  if (calls.length === 0) return { insert: empty, list: sql`null::jsonb` };
  return {
    insert: sql`, mentioned as (
      insert into mentions (message_id, user_id)
      select distinct p.id, u.id
      from unnest(
          ${calls.map(({ uuid }) => uuid)}::uuid[], ${calls.map(({ userUuid }) => userUuid)}::uuid[]
        ) as called (message_uuid, user_uuid)
        join assigned p on p.uuid = called.message_uuid and p.is_new and p.kind = 'GROUP'
        join users u on u.uuid = called.user_uuid
        join chat_members m on m.chat_id = p.chat_id and m.user_id = u.id and m.left_at is null
      returning message_id, user_id
    )`,
    list: sql`(
      select jsonb_agg(jsonb_build_object('uuid', u.uuid, 'email', u.email) order by u.email)
      from mentioned join users u on u.id = mentioned.user_id
      where mentioned.message_id = p.id and p.is_new
    )`,
  };
}

/** The conditions of storing a message. A repeat needs only its row among the scheduled ones. */
function unlessGone(messages: NewMessage[], isTaken: Sql | undefined): Sql {
  const sources = [
    ...(messages.some(({ replyToId }) => replyToId !== null) ? [quotedStands] : []),
    ...(messages.some(isForward) ? [sourceStands(messages.filter(isForward))] : []),
  ];
  const conditions = [
    ...(sources.length > 0 ? [sql`(known.id is not null or (${join(sources, ' and ')}))`] : []),
    ...(isTaken ? [isTaken] : []),
  ];
  return conditions.length === 0 ? empty : sql`where ${join(conditions, ' and ')}`;
}

/** An answer is not stored when what it answers was deleted while it was being written. */
const quotedStands = sql`(
          select q.deleted_at from messages q where q.chat_id = t.chat_id and q.id = t.reply_to_id
        ) is null`;

/** Nor a copy of what its sender cannot read any more, as a member. */
const sourceStands = (forwards: NewMessage[]) => sql`(
          select every(coalesce(q.id is not null and me.user_id is not null, false))
          from unnest(
              ${forwards.map(({ uuid }) => uuid)}::uuid[], ${forwards.map(({ forwardedId }) => forwardedId)}::bigint[]
            ) as copied (uuid, source_id)
            left join messages q on q.id = copied.source_id and q.deleted_at is null
            left join chat_members me on me.chat_id = q.chat_id and me.user_id = t.sender_id and me.left_at is null
          where copied.uuid = t.uuid
        ) is not false`;

const isForward = ({ forwardedId }: NewMessage) => forwardedId !== null;

/** The new messages that are copies. */
const forwardedOf = (messages: NewMessage[]): Sql =>
  messages.some(isForward)
    ? sql`uuid = any(${messages.filter(isForward).map(({ uuid }) => uuid)}::uuid[])`
    : sql`false`;
