import type { Key } from './own-turns.ts';

/** Counts for each key what is under way, up to a limit. */
export interface Tally {
  /** False, and not counted, for who has reached the limit. */
  enter(key: Key): boolean;
  leave(key: Key): void;
}

export function createTally(most: number): Tally {
  const counts = new Map<Key, number>();
  return {
    enter(key) {
      const before = counts.get(key) ?? 0;
      if (before >= most) return false;
      counts.set(key, before + 1);
      return true;
    },
    leave(key) {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
