import type { MessageType } from '@chat/contract/messages';
import { sql } from '../../../db/database.ts';

interface LastMessage {
  messageUuid: string;
  messageSeq: number;
  messageType: MessageType;
  messageContent: string;
  messageFileName: string | null;
  /** As text, which `presentInstant` understands: a date of each costs a list more than its rows. */
  messageCreatedAt: string;
  messageSenderUuid: string;
  messageSenderEmail: string;
}

/** The newest message of a chat, as lists show it. */
export type LastMessageRow = LastMessage | { messageUuid: null };

export interface ChatMarks {
  deliveredSeq: number | null;
  seenSeq: number | null;
}

export const lastMessageColumns = sql`
  lm.uuid as message_uuid, lm.seq as message_seq, lm.type as message_type, lm.content as message_content,
  case when lm.type <> 'TEXT' then (select f.name from files f where f.message_id = lm.id) end as message_file_name,
  lm.created_at::text as message_created_at, lmu.uuid as message_sender_uuid, lmu.email as message_sender_email`;

// One look for each chat: joined, all messages may be read for the last ones of a list.
export const lastMessageTables = sql`
  left join lateral (
    select m.id, m.uuid, m.seq, m.type, m.content, m.created_at, m.sender_id
    from messages m where m.chat_id = c.id and m.id = c.last_message_id limit 1
  ) lm on true
  left join users lmu on lmu.id = lm.sender_id`;
