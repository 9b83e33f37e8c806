import { type Database, sql } from '../../../packages/server/src/db/database.ts';
import { openDatabase } from '../../../packages/server/src/db/open-database.ts';
import type { Environment } from '../machines/environment.ts';

export interface StoredMessage {
  chatId: string;
  seq: number;
  uuid: string;
  senderId: string;
  referenceId: string;
  content: string;
  isDeleted: boolean;
}

/** A message that was not sent, because its time has not come or its author may not write there. */
export interface StoredScheduled {
  uuid: string;
  isDropped: boolean;
}

export interface StoredChat {
  chatId: string;
  kind: 'GROUP' | 'DIRECT' | 'PERSONAL';
  lastSeq: number;
  lastMessageUuid: string | null;
}

export interface StoredMark {
  chatId: string;
  userId: string;
  deliveredSeq: number;
  seenSeq: number;
}

/** A message, what searches know it by, or both. */
export interface IndexedMessage {
  id: number;
  /** Null when no such message stands. */
  text: string | null;
  words: string | null;
  /** The index goes on with it at the next start. */
  isAwaited: boolean;
}

export interface Tables {
  messages: StoredMessage[];
  /** When each message was stored, by its uuid. */
  times: Map<string, number>;
  scheduled: StoredScheduled[];
  index: IndexedMessage[];
  chats: StoredChat[];
  marks: StoredMark[];
}

/** The data on the disk, read without the servers, which must have ended. */
export async function readTables({ applications, postgres }: Environment): Promise<Tables> {
  const database = await openDatabase(
    { databaseUrl: postgres?.url(), dataDir: applications[0].dataDir },
    // A lost connection fails the reading that is on it; one that is still closing may hear the engine end.
    () => {},
  );
  try {
    return await readFrom(database);
  } finally {
    await database.close();
  }
}

async function readTimes(db: Database): Promise<Tables['times']> {
  const rows = await db.many<{ uuid: string; createdAt: Date }>(sql`
    select uuid, created_at from messages`);
  return new Map(rows.map(({ uuid, createdAt }) => [uuid, createdAt.getTime()]));
}

async function readFrom(db: Database): Promise<Tables> {
  return {
    times: await readTimes(db),
    scheduled: await db.many(sql`
      select uuid, dropped_at is not null as is_dropped from scheduled_messages`),
    messages: await db.many(sql`
      select c.uuid as chat_id, m.seq, m.uuid, u.uuid as sender_id, m.reference_id, m.content,
        m.deleted_at is not null as is_deleted
      from messages m join chats c on c.id = m.chat_id join users u on u.id = m.sender_id
      order by m.chat_id, m.seq`),
    index: await db.many(sql`
      select coalesce(m.id, s.message_id) as id, m.text, s.words,
        m.id > p.indexed_to or m.id <= p.built_to or exists (
          select from jsonb_to_recordset(p.gaps) as gap (first bigint, last bigint)
          where m.id between gap.first and gap.last
        ) as is_awaited
      from (
          select one.id, concat_ws(' ', one.content, f.name) as text
          from messages one left join files f on f.message_id = one.id
          where one.deleted_at is null
        ) m
        full join search_messages s on s.message_id = m.id
        cross join search_progress p`),
    chats: await db.many(sql`
      select c.uuid as chat_id, c.kind, c.last_seq, m.uuid as last_message_uuid
      from chats c left join messages m on m.id = c.last_message_id`),
    marks: await db.many(sql`
      select c.uuid as chat_id, u.uuid as user_id, m.delivered_seq, m.seen_seq
      from chat_members m join chats c on c.id = m.chat_id join users u on u.id = m.user_id
      where m.left_at is null`),
  };
}
