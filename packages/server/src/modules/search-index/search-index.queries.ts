import { type Db, fixed, type Sql, sql } from '../../db/database.ts';
import type { IdGap } from './id-gaps.ts';
import type { IndexEntry, SourceMessage } from './index-entry.ts';
import { staleBlocksOf } from './search-blocks.queries.ts';

const INDEXING_LOCK = 4_519_006;
const TEXTS_LOCK = 4_519_007;

/**
 * What a batch asks for stands in an index, whatever the planner believes of a table that is small or not analysed. The
 * one row of `search_progress` it reads without one, at a cost for which PostgreSQL would compile the statement: a
 * hundred times as long as the reading.
 */
export const byIndexesAlone = sql`set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

/**
 * Until the end of the transaction this process alone reads messages for the index. False when another process is at it.
 * By a lock of the session's own, not of rows: a transaction that has written nothing yet has no number, and the one it
 * gets later is higher than those of all that were drawing ids when it read.
 */
export async function lockIndexing(tx: Db): Promise<boolean> {
  const { isMine } = await tx.one<{ isMine: boolean }>(sql`
    select set_config('synchronous_commit', 'off', true), ${byIndexesAlone},
      pg_try_advisory_xact_lock(${INDEXING_LOCK}) as is_mine`);
  return isMine;
}

/** For who changes or removes texts: until the commit the index takes nothing in. They do not wait for each other. */
export async function lockTexts(tx: Db): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${TEXTS_LOCK})`);
}

/** For who writes what was read before: waits for all that change texts, and holds them up until the commit. */
export async function lockTextsAlone(tx: Db): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${TEXTS_LOCK})`);
}

// One look by its index for each, however many files there are.
const source = sql`messages m left join lateral (
    select f.name, f.media_type from files f where m.type <> 'TEXT' and f.message_id = m.id limit 1
  ) f on true`;
const columns = sql`m.id, m.chat_id, m.seq, m.sender_id, m.type, m.content, m.deleted_at is not null as is_deleted,
  m.created_at::text as created_at, m.edited_at::text as edited_at, f.name as file_name, f.media_type`;

const findMessages = (db: Db, condition: Sql): Promise<SourceMessage[]> =>
  db.many(sql`select ${columns} from ${source} where ${condition}`);

export const findMessagesAfter = (db: Db, id: number, limit: number): Promise<SourceMessage[]> =>
  findMessages(db, sql`m.id > ${id} order by m.id limit ${fixed(limit)}`);

export const findMessagesDownFrom = (db: Db, id: number, limit: number): Promise<SourceMessage[]> =>
  findMessages(db, sql`m.id <= ${id} order by m.id desc limit ${fixed(limit)}`);

export const findMessage = async (db: Db, id: number): Promise<SourceMessage | undefined> =>
  (await findMessages(db, sql`m.id = ${id}`))[0];

/** Messages with ids in the gaps that are not in the index, by their ids. */
export function findMessagesInGaps(db: Db, gaps: IdGap[], limit: number): Promise<SourceMessage[]> {
  return db.many(sql`
    select come.* from unnest(
        ${gaps.map(({ first }) => first)}::bigint[], ${gaps.map(({ last }) => last)}::bigint[]
      ) as gap (first, last)
      cross join lateral (
        select ${columns} from ${source}
        where m.id between gap.first and gap.last
          and not exists (select from search_messages s where s.message_id = m.id)
        order by m.id limit ${fixed(limit)}
      ) come
    order by come.id limit ${fixed(limit)}`);
}

/**
 * Entries that are there already are written anew. Of a message that was edited or removed since it was read none is
 * written: who changed it has written what the index knows now. Gives those that were written.
 */
export async function upsertEntries<Entry extends IndexEntry>(
  db: Db,
  entries: Entry[],
): Promise<Entry[]> {
  if (entries.length === 0) return [];
  const written = await db.many<{ id: number }>(sql`
    insert into search_messages (message_id, chat_id, block, created_at, words, forms)
    select message_id, chat_id, block, created_at, words, forms::tsvector
    from unnest(
      ${entries.map(({ messageId }) => messageId)}::bigint[], ${entries.map(({ chatId }) => chatId)}::bigint[],
      ${entries.map(({ block }) => block)}::bigint[],
      ${entries.map(({ createdAt }) => createdAt)}::timestamptz[], ${entries.map(({ words }) => words)}::text[],
      ${entries.map(({ forms }) => forms)}::text[], ${entries.map(({ editedAt }) => editedAt)}::timestamptz[]
    ) as entry (message_id, chat_id, block, created_at, words, forms, edited_at)
    where (
      select m.deleted_at is null and m.edited_at is not distinct from entry.edited_at
      from messages m where m.id = entry.message_id limit 1
    )
    on conflict (message_id) do update set block = excluded.block, words = excluded.words, forms = excluded.forms
    returning message_id as id`);
  const ids = new Set(written.map(({ id }) => id));
  return entries.filter(({ messageId }) => ids.has(messageId));
}

export async function removeEntries(db: Db, messageIds: number[]): Promise<void> {
  await db.run(
    staleBlocksOf(
      sql`delete from search_messages where message_id = any(${messageIds}::bigint[]) returning chat_id, block`,
    ),
  );
}

/** What is in the index between the two ids of messages that are there no more, or are deleted. */
export async function removeStrays(db: Db, first: number, last: number): Promise<void> {
  await db.run(
    staleBlocksOf(sql`
      delete from search_messages s
      where s.message_id between ${first} and ${last}
        and (select m.deleted_at is null from messages m where m.id = s.message_id limit 1) is not true
      returning chat_id, block`),
  );
}
