import type { Key } from './own-turns.ts';

/** So many turns a second for each key, and a burst of so many. */
export function steadyPace({
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
