import type { Context } from '../../context.ts';
import { createTurns, type Turns } from '../../security/turns.ts';

/** Dependencies of searches. */
export interface SearchContext extends Context {
  /** For the statements that read the index: sends keep connections of their own. */
  searchTurns: Turns;
  /** For what is read of texts and names in the event loop. */
  readingTurns: Turns;
}

// Of ten connections; the embedded engine has one, on which a send waits for the one statement under way.
const AT_ONCE = 3;
const LIMITS = { maxPerKey: 8, maxTotal: 300 };

/** One piece at a time: each round of the event loop waits for one of them at most. */
export const createReadingTurns = (): Turns => createTurns({ atOnce: 1, ...LIMITS });

export const createSearchTurns = (isEmbedded: boolean): Turns =>
  createTurns({ atOnce: isEmbedded ? 1 : AT_ONCE, ...LIMITS });
