import { required } from '@chat/contract/checks';

/** Draws the same row of values for the same seed, so that two runs give alike companies. */
export interface Random {
  /** From `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
  shuffle<T>(items: readonly T[]): T[];
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: <T>(items: readonly T[]) => required(items[int(0, items.length - 1)], 'item'),
    chance: (probability) => next() < probability,
    shuffle<T>(items: readonly T[]) {
      const shuffled = [...items];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = int(0, i);
        const last = required(shuffled[i], 'last item');
        shuffled[i] = required(shuffled[j], 'item to draw');
        shuffled[j] = last;
      }
      return shuffled;
    },
  };
}

/** Gives every item once before any comes again, and none twice in a row. */
export function createDeck<T>(items: readonly T[], random: Random): () => T {
  let left: T[] = [];
  let last: T | undefined;
  return () => {
    if (left.length === 0) {
      left = random.shuffle(items);
      if (left.at(-1) === last) left.reverse();
    }
    const drawn = required(left.pop(), 'item to draw');
    last = drawn;
    return drawn;
  };
}
