import type { Database, Db, Settings } from '../../db/database.ts';
import type { Turns } from '../../security/turns.ts';
import type { ChatIds } from './reading.ts';

/** How much one statement may read, so that nobody waits for it who sends meanwhile. */
export interface Reach {
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

/** What there is to be searched. */
export interface Extent {
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
  turns: Turns;
  /** Whose turn it is. */
  key: string;
  reach: Reach;
}

/** No span of time is longer, in ms. */
export const LARGEST = 1e13;

/** One transaction with these settings, of which few run at once, people in turn. */
export const runFairly = <Row>(
  { db, turns, key }: Deps,
  settings: Settings,
  work: (tx: Db) => Promise<Row>,
): Promise<Row> => turns.run({ key }, () => db.transaction(work, settings));
