import type { Database, Db, Settings } from '../../db/database.ts';
import type { Turns } from '../../security/turns.ts';
import type { ChatIds } from './reading.ts';

/** How much one statement may read, so that nobody waits for it who sends meanwhile. */
export interface Reach {
  /** Rows of the first walk, which finds what is common, and of those that follow. */
  first: number;
  walk: number;
  /** Rows that the index of forms may lead to, at first and where they cannot be told apart by their time. */
  lookups: number;
  lookupsAtMost: number;
}

/** All that is in the index. */
export interface Extent {
  /** How many messages, at most. */
  all: number;
  /** When the oldest was sent, in ms since 1970. */
  oldestAt: number;
}

/** Where it is looked for. */
export interface Scope extends Extent {
  chatIds: ChatIds;
  /** Messages of these chats. */
  own: number;
  /** Each of all is marked with its time and its pairs of words. */
  isMarked: boolean;
}

export interface Deps {
  db: Database;
  turns: Turns;
  /** Whose turn it is. */
  key: string;
  reach: Reach;
}

/** One transaction with these settings, of which few run at once, people in turn. */
export const runFairly = <Row>(
  { db, turns, key }: Deps,
  settings: Settings,
  work: (tx: Db) => Promise<Row>,
): Promise<Row> => turns.run({ key }, () => db.transaction(work, settings));

// Chats whose marks are compared at once without being felt.
const FEW_CHATS = 64;
// Of so small a part of all messages the newest of all hold hardly any.
const SMALL_PART = 0.02;
const MAX_CHATS_APART = 600;

export const isOfFewChats = ({ chatIds }: Scope): boolean =>
  chatIds !== undefined && chatIds.length <= FEW_CHATS;

/** The chats are better read each by itself than among all others. */
export function isApart(chatIds: number[], { own, all }: Scope, reach: Reach): boolean {
  if (chatIds.length <= FEW_CHATS || own <= reach.walk) return true;
  return chatIds.length <= MAX_CHATS_APART && own < all * SMALL_PART;
}
