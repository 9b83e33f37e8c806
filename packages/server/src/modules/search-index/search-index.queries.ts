import { type Db, fixed, type Sql, sql } from '../../db/database.ts';
import type { IndexEntry, SourceMessage } from './index-entry.ts';
import type { IdGap } from './search-progress.queries.ts';

const INDEXING_LOCK = 4_519_006;
const TEXTS_LOCK = 4_519_007;

/**
 * A batch reads by indexes, whatever the planner believes of a table that is small or not analysed. The
 * one row of `search_progress` it reads without one, at a cost for which PostgreSQL would compile the statement: a
 * hundred times as long as the reading.
 */
const byIndexesAlone = sql`set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

/**
 * Until the end of the transaction this process alone reads messages for the index. False when another process is at
 * it. By a lock of the session's own, not of rows: a transaction that has written nothing yet has no number, and the
 * one it gets later is higher than those of all that were drawing ids when it read.
 */
export async function lockIndexing(tx: Db): Promise<boolean> {
  const { isMine } = await tx.one<{ isMine: boolean }>(sql`
    select set_config('synchronous_commit', 'off', true), ${byIndexesAlone},
      pg_try_advisory_xact_lock(${INDEXING_LOCK}) as is_mine`);
  return isMine;
}

/**
 * For who changes or removes texts: until the commit the index takes nothing in. Such changes do not wait for each
 * other.
 */
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

export const findMessagesByIds = (db: Db, ids: number[]): Promise<SourceMessage[]> =>
  findMessages(db, sql`m.id = any(${ids}::bigint[]) order by m.id`);

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
 * Entries that are there already are written anew. A message that was edited or removed since it was read has none
 * written: the change has written its own. Returns the entries that were written.
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

/** Removes entries between the two ids whose messages are gone or deleted. */
export async function removeStrays(db: Db, first: number, last: number): Promise<void> {
  await db.run(
    staleBlocksOf(sql`
      delete from search_messages s
      where s.message_id between ${first} and ${last}
        and (select m.deleted_at is null from messages m where m.id = s.message_id limit 1) is not true
      returning chat_id, block`),
  );
}

/** Where a block is. */
export interface BlockId {
  chatId: number;
  nth: number;
}

interface Block extends BlockId {
  bits: Buffer | null;
}

/** A block with what its messages say; instants as the database writes them. */
export interface NewBlock extends BlockId {
  firstAt: string;
  lastAt: string;
  bits: Buffer | null;
  isStale: boolean;
}

const places = (some: BlockId[]): Sql => sql`
  unnest(${some.map(({ chatId }) => chatId)}::bigint[], ${some.map(({ nth }) => nth)}::bigint[]) as place (chat_id, nth)`;

/** The blocks that exist at these places. */
export function findBlocks(tx: Db, some: BlockId[]): Promise<Block[]> {
  return tx.many(sql`
    select b.* from ${places(some)} cross join lateral (
      select chat_id, nth, bits from search_blocks b where b.chat_id = place.chat_id and b.nth = place.nth limit 1
    ) b`);
}

/** Blocks that are there already reach as far as before, too. One that waits to be made anew goes on waiting. */
export async function upsertBlocks(tx: Db, blocks: NewBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await tx.run(sql`
    insert into search_blocks (chat_id, nth, first_at, last_at, bits, is_stale)
    select chat_id, nth, first_at, last_at, decode(bits, 'hex'), is_stale
    from unnest(
      ${blocks.map(({ chatId }) => chatId)}::bigint[], ${blocks.map(({ nth }) => nth)}::bigint[],
      ${blocks.map(({ firstAt }) => firstAt)}::timestamptz[], ${blocks.map(({ lastAt }) => lastAt)}::timestamptz[],
      ${blocks.map(({ bits }) => bits?.toString('hex') ?? null)}::text[], ${blocks.map(({ isStale }) => isStale)}::boolean[]
    ) as come (chat_id, nth, first_at, last_at, bits, is_stale)
    order by chat_id, nth
    on conflict (chat_id, nth) do update set first_at = least(search_blocks.first_at, excluded.first_at),
      last_at = greatest(search_blocks.last_at, excluded.last_at), bits = excluded.bits,
      is_stale = search_blocks.is_stale or excluded.is_stale`);
}

/**
 * Marks blocks that lost some of their texts: their bits are not asked from now on, so that nothing tells of the texts.
 */
const staleBlocksOf = (gone: Sql): Sql => sql`
  with gone as (${gone}), place as (select distinct chat_id, block from gone where block >= 0), locked as (
    select b.chat_id, b.nth from (select * from place order by chat_id, block) place cross join lateral (
      select chat_id, nth from search_blocks b
      where b.chat_id = place.chat_id and b.nth = place.block and not b.is_stale limit 1 for no key update
    ) b
  )
  update search_blocks b set is_stale = true from locked where b.chat_id = locked.chat_id and b.nth = locked.nth`;

/** A block with the entries of its messages. */
export interface StaleBlock extends BlockId {
  messages: { words: string; lexemes: string[] }[];
  /** The block holds too many keys for its bits, which are left out. */
  isTooMuch: boolean;
}

/** More text is told apart by nothing: such a block is read whenever it is asked. */
const MAX_CHARACTERS = 40_000;

/** Some of those that are to be made anew, each with what is in it now. */
export const findStaleBlocks = (tx: Db, most: number): Promise<StaleBlock[]> =>
  tx.many(sql`
    select b.chat_id, b.nth, coalesce((
      select json_agg(json_build_object('words', s.words, 'lexemes', tsvector_to_array(s.forms)))
      from search_messages s
      where s.chat_id = b.chat_id and s.block = b.nth and s.block >= 0 and b.volume <= ${fixed(MAX_CHARACTERS)}
    ), '[]') as messages, b.volume > ${fixed(MAX_CHARACTERS)} as is_too_much
    from (
      select b.chat_id, b.nth, (
        select coalesce(sum(octet_length(s.words)), 0) from search_messages s
        where s.chat_id = b.chat_id and s.block = b.nth and s.block >= 0
      ) as volume
      from search_blocks b where b.is_stale order by -b.chat_id, -b.nth limit ${fixed(most)}
    ) b`);

/** Where no message is left there is no block. */
export async function removeBlocks(tx: Db, some: BlockId[]): Promise<void> {
  if (some.length === 0) return;
  await tx.run(sql`
    delete from search_blocks b using ${places(some)} where b.chat_id = place.chat_id and b.nth = place.nth`);
}

/** Writes the bits of blocks anew. Each block is found by its place, whatever the planner believes. */
export async function updateBits(tx: Db, blocks: Block[]): Promise<void> {
  if (blocks.length === 0) return;
  await tx.run(sql`
    insert into search_blocks (chat_id, nth, first_at, last_at, bits)
    select chat_id, nth, '-infinity', 'infinity', decode(bits, 'hex')
    from unnest(
      ${blocks.map(({ chatId }) => chatId)}::bigint[], ${blocks.map(({ nth }) => nth)}::bigint[],
      ${blocks.map(({ bits }) => bits?.toString('hex') ?? null)}::text[]
    ) as anew (chat_id, nth, bits)
    on conflict (chat_id, nth) do update set bits = excluded.bits, is_stale = false`);
}
