import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Database, Db, Settings } from '../../db/database.ts';
import { createKeyedQueue, type KeyedQueue } from '../../security/keyed-queue.ts';
import { MAX_TURN_MS } from '../../shared/event-loop.ts';
import type { ChatIds } from './search.queries.ts';

/** Dependencies of searches. */
export interface SearchContext extends Context {
  /** For the statements that read the index: sends keep connections of their own. */
  searchTurns: KeyedQueue;
  /** For what is read of texts and names in the event loop. */
  readingTurns: KeyedQueue;
}

// Searches at once, on ten connections; the embedded engine has one, on which a send waits for the statement under way.
const AT_ONCE = 3;
const LIMITS = { isShared: true, maxPerKey: 8, maxTotal: 300 };

/** One piece at a time: each round of the event loop waits for one of them at most. */
export const createReadingTurns = (): KeyedQueue => createKeyedQueue({ atOnce: 1, ...LIMITS });

export const createSearchTurns = (isEmbedded: boolean): KeyedQueue =>
  createKeyedQueue({ atOnce: isEmbedded ? 1 : AT_ONCE, ...LIMITS });

/**
 * Takes the steps one after the other, so that the event loop gets to others in between and people come in turn,
 * whatever the steps have to read.
 */
export async function inTurns<Item, Result>(
  { turns, key }: { turns: KeyedQueue; key: string },
  items: readonly Item[],
  step: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const takeSome = async () => {
    await nextTurn();
    const since = performance.now();
    for (const item of items.slice(results.length)) {
      results.push(step(item));
      if (performance.now() - since >= MAX_TURN_MS) break;
    }
  };
  while (results.length < items.length) await turns.run(key, takeSome);
  return results;
}

/** How much one statement may read, so that nobody waits for it who sends meanwhile. */
export interface ReadBudget {
  /** Messages of the first walk, which finds what is common, and of those that follow. */
  first: number;
  walk: number;
  /** Blocks that may be opened, at first and where they cannot be told apart by their time. */
  blocks: number;
  blocksAtMost: number;
  /** Blocks of which may be asked whether they hold what is sought. */
  asked: number;
  /** Letters that may be compared, each of a text with each that is sought. */
  letters: number;
}

/** The extent of a search. */
interface Extent {
  /** When the oldest was sent, in ms since 1970. */
  oldestAt: number;
  /** Each message stands in its block. */
  isComplete: boolean;
}

/** Where it is looked for. */
export interface Scope extends Extent {
  chatIds: ChatIds;
  /** Messages of these chats. */
  own: number;
}

export interface Deps {
  db: Database;
  turns: KeyedQueue;
  /** The owner of the turn. */
  key: string;
  budget: ReadBudget;
}

/** No span of time is longer, in ms. */
export const LARGEST = 1e13;

/** One transaction with these settings, of which few run at once, people in turn. */
export const runFairly = <Row>(
  { db, turns, key }: Deps,
  settings: Settings,
  work: (tx: Db) => Promise<Row>,
): Promise<Row> => turns.run(key, () => db.transaction(work, settings));
