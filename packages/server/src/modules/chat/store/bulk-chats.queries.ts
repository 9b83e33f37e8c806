import type { ChatType } from '@chat/contract/messages';
import { type Db, sql } from '../../../db/database.ts';
import { startDirectUnread } from './direct-unread.ts';

export interface NewChatRow {
  uuid: string;
  kind: ChatType;
  hash: string;
  groupId: number | null;
  lowUserId: number;
  highUserId: number | null;
}

/** Direct and personal chats with their members. */
export function insertChats(db: Db, chats: NewChatRow[]): Promise<number> {
  return db.run(sql`
    with inserted as (
      insert into chats (uuid, kind, hash, group_id, low_user_id, high_user_id)
      select * from unnest(
        ${chats.map(({ uuid }) => uuid)}::uuid[], ${chats.map(({ kind }) => kind)}::text[],
        ${chats.map(({ hash }) => hash)}::text[], ${chats.map(({ groupId }) => groupId)}::bigint[],
        ${chats.map(({ lowUserId }) => lowUserId)}::bigint[],
        ${chats.map(({ highUserId }) => highUserId)}::bigint[]
      )
      returning id, kind, group_id, low_user_id, high_user_id
    ), ${startDirectUnread(sql`inserted`)}
    insert into chat_members (chat_id, user_id)
    select id, user_id from inserted, unnest(array[low_user_id, high_user_id]) as user_id
    where user_id is not null`);
}

/** Every chat's id by its hash. */
export async function findChatIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.many<{ id: number; hash: string }>(sql`select id, hash from chats`);
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}

export interface MarkRow {
  chatId: number;
  userId: number;
  deliveredSeq: number;
  seenSeq: number;
}

export function updateAllMarks(db: Db, marks: MarkRow[]): Promise<number> {
  return db.run(sql`
    update chat_members m set delivered_seq = mark.delivered, seen_seq = mark.seen
    from unnest(
      ${marks.map(({ chatId }) => chatId)}::bigint[], ${marks.map(({ userId }) => userId)}::bigint[],
      ${marks.map(({ deliveredSeq }) => deliveredSeq)}::bigint[],
      ${marks.map(({ seenSeq }) => seenSeq)}::bigint[]
    ) as mark (chat_id, user_id, delivered, seen)
    where m.chat_id = mark.chat_id and m.user_id = mark.user_id`);
}
