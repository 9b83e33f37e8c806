import { type Db, sql } from '../../../packages/server/src/db/database.ts';

export interface ChatWithMembers {
  id: number;
  /** Ids. */
  members: number[];
  isGroup: boolean;
}

/** All chats by their ids, each with its members. */
export function findChatsWithMembers(db: Db): Promise<ChatWithMembers[]> {
  return db.many<ChatWithMembers>(sql`
    select c.id, c.kind = 'GROUP' as is_group, array_agg(m.user_id::int order by m.user_id) as members
    from chats c join chat_members m on m.chat_id = c.id
    group by c.id
    order by c.id`);
}

export interface NewMessage {
  chatId: number;
  seq: number;
  senderId: number;
  content: string;
  /** Its name, where it is a file. */
  fileName: string | null;
  createdAt: Date;
}

/** Stores what was said in the order given. */
export async function insertMessages(db: Db, said: NewMessage[]): Promise<void> {
  await db.run(sql`
    with line as materialized (
      select nextval('messages_id_seq') as id, chat_id, seq, sender_id, content, file_name, created_at
      from unnest(
        ${said.map(({ chatId }) => chatId)}::bigint[], ${said.map(({ seq }) => seq)}::bigint[],
        ${said.map(({ senderId }) => senderId)}::bigint[], ${said.map(({ content }) => content)}::text[],
        ${said.map(({ fileName }) => fileName)}::text[], ${said.map(({ createdAt }) => createdAt)}::timestamptz[]
      ) as said (chat_id, seq, sender_id, content, file_name, created_at)
    ), file as (
      insert into files (uuid, message_id, name, media_type, size)
      select ('cccccccc-0000-7000-8000-' || lpad(to_hex(id), 12, '0'))::uuid, id, file_name, 'application/pdf', 1000
      from line where file_name is not null
    )
    insert into messages (id, uuid, chat_id, seq, sender_id, type, content, created_at)
    select id, ('bbbbbbbb-0000-7000-8000-' || lpad(to_hex(id), 12, '0'))::uuid, chat_id, seq, sender_id,
      case when file_name is null then 'TEXT' else 'FILE' end, content, created_at
    from line`);
}

/** All of it has been read by everybody. */
export async function markAllRead(db: Db, last: { chatId: number; seq: number }[]): Promise<void> {
  const chatIds = last.map(({ chatId }) => chatId);
  const seqs = last.map(({ seq }) => seq);
  await db.run(sql`
    update chats c
    set last_seq = m.seq, delivered_seq = m.seq, seen_seq = m.seq, last_message_id = m.id, last_message_at = m.created_at
    from unnest(${chatIds}::bigint[], ${seqs}::bigint[]) as last (chat_id, seq)
      join messages m on m.chat_id = last.chat_id and m.seq = last.seq
    where c.id = last.chat_id`);
  await db.run(sql`
    update chat_members m set delivered_seq = last.seq, seen_seq = last.seq
    from unnest(${chatIds}::bigint[], ${seqs}::bigint[]) as last (chat_id, seq)
    where m.chat_id = last.chat_id`);
}
