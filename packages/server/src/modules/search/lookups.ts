import { BLOCK } from '../search-index/language/block-keys.ts';
import { BY_BLOCKS, lookIntoBlocks } from './blocks.queries.ts';
import type { Filters } from './condition.ts';
import type { Query } from './query/query.ts';
import type { Span } from './reading.ts';
import { type Deps, LARGEST, runFairly, type Scope } from './scope.ts';
import { type Asked, edgeOf, type Found, restOf, timeOf } from './walks.ts';

/** What is looked for. */
export interface Wanted {
  query: Pick<Query, 'terms' | 'excluded'>;
  filters: Filters;
}

// How many times as many are tried next time, where they cannot be told apart by their time.
const GROWTH = 4;
// How many times longer a span of time is tried where one held few, or shorter where it held too much; in ms the shortest.
const LONGER = 16;
const SHORTEST = 4_000_000;
// Years in which hardly anything was said are passed soon, however much of what is read reaches over them.
const SHORTER_GROWTH = 2;
/** A span that holds twice as much as is missing mostly holds enough. */
export const AMPLE = 2;

/** Reads the blocks that may hold what is sought, the newest span of time first. */
export class Lookups {
  rows = 0;
  readonly #deps: Deps;
  readonly #asked: Asked;
  readonly #scope: Scope;
  #max: number;
  #isUseless: boolean;
  #length = SHORTEST;

  constructor(deps: Deps, asked: Asked, scope: Scope) {
    this.#deps = deps;
    this.#asked = asked;
    this.#scope = scope;
    this.#max = deps.reach.blocks;
    this.#isUseless = asked.mayHold === undefined || !scope.isComplete;
  }

  /** The blocks lead to nothing of what is wanted, or to more than may be read at once. */
  get isUseless(): boolean {
    return this.#isUseless;
  }

  /** So much time is believed to hold what is wanted, in ms. */
  expectWithin(length: number): void {
    this.#length = Math.min(LARGEST, Math.max(SHORTEST, length || SHORTEST));
  }

  /** The newest that they lead to; the number of messages where there are too many to say. */
  async find(span: Span, most: number): Promise<Found | number> {
    const { holds, mayHold, characters } = this.#asked;
    if (!mayHold) return 0;
    const edge = edgeOf(span, this.#length, this.#scope.oldestAt);
    const narrow = edge ? { ...span, since: edge.at } : span;
    const blocks = this.#max;
    const looking = { holds, rows: blocks * BLOCK, characters, most, blocks };
    const looked = await runFairly(this.#deps, BY_BLOCKS, (tx) =>
      lookIntoBlocks(tx, mayHold, this.#scope.chatIds, narrow, looking),
    );
    this.rows += looked.rows + looked.seen;
    if (looked.led > blocks) return this.#findLess(edge !== undefined, span);
    const found = looked.found ?? [];
    const rest = restOf(looked, most, edge);
    this.#length = Math.min(
      LARGEST,
      Math.max(SHORTEST, this.#length * this.#growthAfter(found.length, most, looked)),
    );
    return { found, rest };
  }

  /** A shorter time is tried; where there is none, more blocks are the next time. */
  #findLess(isPart: boolean, span: Span): Found | number {
    if (this.#length > SHORTEST) {
      const whole = timeOf(span.before) - this.#scope.oldestAt;
      const length = isPart ? this.#length : Math.min(this.#length, whole);
      this.#length = Math.max(SHORTEST, length / LONGER);
      return { found: [], rest: span.before };
    }
    const { blocksAtMost } = this.#deps.reach;
    const tried = this.#max * BLOCK;
    this.#isUseless = this.#max === blocksAtMost;
    this.#max = Math.min(blocksAtMost, this.#max * GROWTH);
    return tried;
  }

  /** How many times longer the next span is: it should hold what is missing, and not too much to look at. */
  #growthAfter(found: number, most: number, { seen, led }: { seen: number; led: number }): number {
    const toFill = (AMPLE * (most - found)) / (found + 1);
    const toRead = this.#max / AMPLE / (led + 1);
    const toAsk = this.#deps.reach.asked / (seen + 1);
    return Math.max(SHORTER_GROWTH, Math.min(LONGER, toFill, toRead, toAsk));
  }
}
