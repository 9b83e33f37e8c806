import type { Key } from './keyed-queue.ts';

/** So many turns a second for each key, and a burst of so many. */
export function tokenBucket({
  aSecond,
  burst,
}: {
  aSecond: number;
  burst: number;
}): (key: Key) => number {
  const everyMs = 1_000 / aSecond;
  /** When each will have had no more turns than time has passed for. */
  const evenAt = new Map<Key, number>();
  return (key) => {
    const now = performance.now();
    const even = Math.max(now, evenAt.get(key) ?? now);
    const early = even - now - (burst - 1) * everyMs;
    if (early > 0) return early;
    evenAt.delete(key);
    evenAt.set(key, even + everyMs);
    // The oldest come first: keys that have used up nothing need not be remembered.
    for (const [other, at] of evenAt) {
      if (at > now) break;
      evenAt.delete(other);
    }
    return 0;
  };
}

/** Counts the work under way of each key, up to a limit. */
interface Tally {
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

/** Places shared out fairly: one caller may have nearly all of them, but leaves room for others to come. */
interface FairPlaces {
  /** False, without taking a place, for a caller who has their share. */
  enter(key: string): boolean;
  leave(key: string): void;
}

export function createFairPlaces({
  inAll,
  atLeast,
}: {
  inAll: number;
  atLeast: number;
}): FairPlaces {
  const taken = new Map<string, number>();
  return {
    enter(key) {
      const own = taken.get(key) ?? 0;
      const sharers = taken.size + (own === 0 ? 1 : 0);
      if (own >= Math.max(atLeast, Math.floor(inAll / sharers))) return false;
      taken.set(key, own + 1);
      return true;
    },
    leave(key) {
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    },
  };
}
