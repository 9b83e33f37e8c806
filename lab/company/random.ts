import { required } from '@chat/contract/checks';

/** Draws the same row of values for the same seed (mulberry32), so that two runs give alike companies. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return required(items[this.between(0, items.length - 1)], 'item to draw');
  }

  shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = this.between(0, i);
      const last = required(shuffled[i], 'last item');
      shuffled[i] = required(shuffled[j], 'item to draw');
      shuffled[j] = last;
    }
    return shuffled;
  }

  /** A generator of its own, so that what one part draws moves nothing elsewhere. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}

/** Returns every item once before any comes again, and none twice in a row. */
export function createDeck<T>(items: readonly T[], random: Random): () => T {
  let left: T[] = [];
  let last: T | undefined;
  return () => {
    if (left.length === 0) {
      left = random.shuffled(items);
      if (left.at(-1) === last) left.reverse();
    }
    const drawn = required(left.pop(), 'item to draw');
    last = drawn;
    return drawn;
  };
}
