import type { Key } from './own-turns.ts';

/** Counts the work under way of each key, up to a limit. */
export interface Tally {
  /** False, without counting, for a key at the limit. */
  enter(key: Key): boolean;
  leave(key: Key): void;
  /** How many were not let in since the start. */
  refused(): number;
}

export function createTally(most: number): Tally {
  const counts = new Map<Key, number>();
  let refused = 0;
  return {
    enter(key) {
      const before = counts.get(key) ?? 0;
      if (before >= most) {
        refused++;
        return false;
      }
      counts.set(key, before + 1);
      return true;
    },
    leave(key) {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
    refused: () => refused,
  };
}
