import type { ChatType } from '@chat/contract/messages';
import { type Db, type Sql, sql } from '../../../db/database.ts';
import { memberOf } from './chats.queries.ts';
import { type MessageRow, messagesOfChat } from './messages.queries.ts';

/** A message with its chat, as who looked for it reads them now. */
export interface FoundRow {
  chatId: number;
  uuid: string;
  kind: ChatType;
  hash: string;
  groupUuid: string | null;
  groupName: string | null;
  deliveredSeq: number;
  seenSeq: number;
  /** The other one of the reader's direct chat. */
  counterpartEmail: string | null;
  message: MessageRow;
}

const findReadable = (db: Db, ids: number[], viewerId: number, mayRead: Sql): Promise<FoundRow[]> =>
  db.many(sql`
    select chat.id as chat_id, chat.uuid, chat.kind, chat.hash, chat.group_uuid, chat.group_name, chat.delivered_seq,
      chat.seen_seq, chat.counterpart_email, row_to_json(message) as message
    from unnest(${ids}::bigint[]) as sought (id)
      cross join lateral (select one.chat_id from messages one where one.id = sought.id limit 1) place
      cross join lateral (
        select c.id, c.uuid, c.kind, c.hash, c.delivered_seq, c.seen_seq, g.uuid as group_uuid, g.name as group_name,
          other.email as counterpart_email
        from chats c
          left join groups g on g.id = c.group_id
          left join users other on c.kind = 'DIRECT' and other.id = c.low_user_id + c.high_user_id - ${viewerId}::bigint
        where c.id = place.chat_id and g.deleted_at is null and ${mayRead}
        limit 1
      ) chat
      cross join lateral (${messagesOfChat} and m.id = sought.id limit 1) message`);

/** Of these messages those that stand in a chat of which the viewer is a member now; in no order. */
export const findOwnMessages = (db: Db, ids: number[], viewerId: number): Promise<FoundRow[]> =>
  findReadable(db, ids, viewerId, memberOf(viewerId));

/** The same of all chats that an administrator may read. */
export const findWatchedMessages = (db: Db, ids: number[], viewerId: number): Promise<FoundRow[]> =>
  findReadable(db, ids, viewerId, sql`c.kind <> 'PERSONAL'`);
