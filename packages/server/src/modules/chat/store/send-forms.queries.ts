import type { MessageType } from '@chat/contract/messages';
import { empty, type Sql, sql } from '../../../db/database.ts';
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
}

export const NO_MESSAGE = 0;

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

const together = {
  place: sql`row_number() over (partition by t.chat_id, known.id is null order by t.at)`,
  ofChats: sql`order by c.id`,
  ofMembers: sql`order by me.chat_id, me.user_id`,
  ofNumbers: sql`order by t.chat_id, seq`,
  lastOfChat: sql`(select distinct on (chat_id) * from placed where is_new order by chat_id, seq desc)`,
  lastOfSender: sql`(select chat_id, sender_id, max(seq) as seq from placed where is_new group by chat_id, sender_id)`,
  unread: sql`
    select user_id, group_id, sum(messages)::bigint as messages
    from (
      select unnest(array[low_user_id, high_user_id]) as user_id, group_id, 1 as messages
      from placed where is_new and kind = 'DIRECT'
      union all
      select sender_id, group_id, min(own_seen_seq) - max(seq)
      from placed where is_new and kind = 'DIRECT' group by chat_id, sender_id, group_id
    ) one
    group by user_id, group_id`,
  seenByWriting: sql`lag(p.seq) over (partition by p.chat_id, p.sender_id order by p.seq)`,
};

/** Of a single message there is nothing to unpack or to sort, which is a third of the work. */
const alone = {
  place: sql`1`,
  ofChats: empty,
  ofMembers: empty,
  ofNumbers: empty,
  lastOfChat: sql`(select * from placed where is_new)`,
  lastOfSender: sql`(select * from placed where is_new)`,
  unread: sql`
    select one.user_id, p.group_id, one.messages
    from placed p
      cross join lateral (values
        (p.sender_id, p.own_seen_seq - p.last_seq), (p.low_user_id + p.high_user_id - p.sender_id, 1)
      ) as one (user_id, messages)
    where p.is_new and p.kind = 'DIRECT'`,
  seenByWriting: sql`0`,
};

/** How the statement of a send reads its messages, and what it must sort. */
export function formOf(messages: NewMessage[]): { said: Sql; order: typeof alone } {
  const [only, ...others] = messages;
  if (only && others.length === 0) return { said: oneMessage(only), order: alone };
  return { said: manyMessages(messages), order: together };
}
