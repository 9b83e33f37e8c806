import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { assertDraws, DRAWS_TIMEOUT_MS } from '../../../test/draws.ts';
import { sql } from '../../db/database.ts';
import { addToBlocks, renewBlocks, withKeys } from '../search-index/blocks.ts';
import { entryOf, type IndexEntry } from '../search-index/index-entry.ts';

import { createCandidates } from './candidates.ts';
import { createSearchTurns } from './context.ts';
import { hitsOf } from './query/match.ts';
import { parseQuery } from './query/parse-query.ts';

const COMMON = ['de', 'la', 'los'];
const RARE = ['obra', 'obras', 'factura', 'prefactura', 'acta'];
const QUERIES = [
  'obra',
  'factura',
  'acta',
  'de la',
  '"de la"',
  '"la obra"',
  '"de la obra"',
  'acta -de',
  'fac la',
];
const MINUTE = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

interface Entry {
  chatId: number;
  at: number;
  content: string;
}

const textOf = (words: string[]) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(' '));

// Hours full of messages, then years without any.
const entry: fc.Arbitrary<Entry> = fc.record({
  chatId: fc.nat({ max: 3 }),
  at: fc
    .tuple(fc.constantFrom(0, 1, 60, 1_440, 500_000, 4_000_000), fc.nat({ max: 90 }))
    .map(([ago, more]) => Date.UTC(2026, 2, 18) - (ago + more) * MINUTE),
  content: fc.oneof(
    { weight: 12, arbitrary: textOf(COMMON) },
    { weight: 1, arbitrary: textOf([...COMMON, ...RARE]) },
  ),
});

interface Asked {
  q: string;
  chatIds: number[];
  size: number;
  isComplete: boolean;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  q: fc.constantFrom(...QUERIES),
  chatIds: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
  size: fc.integer({ min: 1, max: 5 }),
  isComplete: fc.boolean(),
});

const asRow = ({ messageId, chatId, block, createdAt, words, forms }: IndexEntry) => ({
  message_id: messageId,
  chat_id: chatId,
  block,
  created_at: createdAt,
  words,
  forms,
});

async function fill(all: Entry[]): Promise<void> {
  const { db } = database;
  await db.run(sql`truncate search_messages, search_blocks`);
  const entries = all.map(({ chatId, at, content }, id) =>
    entryOf({
      id,
      chatId,
      // A block has few messages of a chat, so that there are many blocks.
      seq: id * 8,
      senderId: 1,
      type: 'TEXT',
      content,
      isDeleted: false,
      createdAt: new Date(at).toISOString(),
      editedAt: null,
      fileName: null,
      mediaType: null,
    }),
  );
  // The search needs only the places of the messages here, so the messages themselves are not stored.
  await db.run(sql`
    insert into search_messages (message_id, chat_id, block, created_at, words, forms)
    select message_id, chat_id, block, created_at::timestamptz, words, forms::tsvector
    from json_to_recordset(${JSON.stringify(entries.map(asRow))}::json)
      as entry (message_id bigint, chat_id bigint, block bigint, created_at text, words text, forms text)`);
  const keyed = entries.map(withKeys);
  const half = entries.length / 2;
  await addToBlocks(db, keyed.slice(0, half));
  await addToBlocks(db, keyed.slice(half));
  // Some stale blocks are renewed, others stay stale.
  await db.run(sql`update search_blocks set is_stale = true, bits = null where nth % 3 = 0`);
  await renewBlocks(db, 3);
}

/** All results, page after page, in reads so short that many are needed; the index finds most results. */
async function findAll({ q, chatIds, size, isComplete }: Asked, all: Entry[]): Promise<number[]> {
  const { db } = database;
  const query = parseQuery(q, 'UTC');
  const candidates = createCandidates(
    {
      db,
      turns: createSearchTurns(true),
      key: 'yo',
      budget: { first: 24, walk: 6, blocks: 2, blocksAtMost: 8, asked: 8, letters: 2_000 },
    },
    { query, filters: { senders: undefined, type: undefined, has: [] } },
    { chatIds, own: 1_000, oldestAt: Math.min(...all.map(({ at }) => at)), isComplete },
    { before: { at: 'infinity', id: 0 }, since: '-infinity', until: 'infinity' },
  );
  const ids: number[] = [];
  for (let found = await candidates.next(size); found; found = await candidates.next(size)) {
    ids.push(...found.map(({ id }) => id));
  }
  return ids.filter((id) => hitsOf(all[id]?.content ?? '', query));
}

test(
  'whatever the index is asked, and in how many steps, all is found once and the newest first',
  () =>
    assertDraws(
      fc.tuple(
        fc.array(entry, { minLength: 60, maxLength: 150, size: 'max' }),
        fc.array(asked, { minLength: 8, maxLength: 12 }),
      ),
      async ([all, searches]) => {
        await fill(all);
        for (const search of searches) {
          const query = parseQuery(search.q, 'UTC');
          const expected = all
            .map((one, id) => ({ ...one, id }))
            .filter(
              ({ chatId, content }) => search.chatIds.includes(chatId) && hitsOf(content, query),
            )
            .sort((one, other) => other.at - one.at || other.id - one.id)
            .map(({ id }) => id);
          expect([search, await findAll(search, all)]).toEqual([search, expected]);
        }
      },
    ),
  DRAWS_TIMEOUT_MS,
);
