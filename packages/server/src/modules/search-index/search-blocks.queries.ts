import { type Db, fixed, type Sql, sql } from '../../db/database.ts';

/** Where a block is. */
export interface BlockId {
  chatId: number;
  nth: number;
}

export interface Block extends BlockId {
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

/** Of these places the blocks that are there. */
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

/** Of blocks some of whose texts went: from now on their bits are not asked, so that nothing tells what they were. */
export const staleBlocksOf = (gone: Sql): Sql => sql`
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
  /** They say too much to be told apart, and are left out. */
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
      where s.chat_id = b.chat_id and s.block = b.nth and b.volume <= ${fixed(MAX_CHARACTERS)}
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

/** They say what their messages say now. The blocks are there: so each is found by its place, whatever the planner believes. */
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
