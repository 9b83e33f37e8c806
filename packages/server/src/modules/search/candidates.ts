import { BLOCK } from '../search-index/language/block-keys.ts';
import { conditionOf, effortOf } from './condition.ts';
import { AMPLE, Lookups, type Wanted } from './lookups.ts';
import type { Position, Span } from './reading.ts';
import type { Deps, Scope } from './scope.ts';
import { blocksHold } from './sought-bits.ts';
import { timeOf, Walks } from './walks.ts';

/** Gives what may have been found, newest first; what it says must still be asked. */
export interface Candidates {
  /** The next ones, of which there may be none yet; undefined when there are no more. */
  next(most: number): Promise<Position[] | undefined>;
  /** Rows read so far. */
  readonly rows: number;
}

// Of every so many messages one is found by a walk before blocks are looked into: of fewer most blocks hold one.
const SELDOM = 2 * BLOCK;

/** What is common is found by a walk over the newest, what is rare by its blocks. What was walked tells which it is. */
class StagedCandidates implements Candidates {
  readonly #walks: Walks;
  readonly #lookups: Lookups;
  #span: Span;
  #stage: 'walk' | 'blocks' | 'end' = 'walk';
  #walkOnTo = 0;
  /** Where the walks began, in ms since 1970, and how many have been found by them. */
  readonly #since: number;
  #found = 0;

  constructor(deps: Deps, { query, filters }: Wanted, scope: Scope, span: Span) {
    const asked = {
      holds: conditionOf(query, filters),
      mayHold: blocksHold(query, filters),
      characters: Math.ceil(deps.reach.letters / effortOf(query)),
    };
    this.#walks = new Walks(deps, asked, scope);
    this.#lookups = new Lookups(deps, asked, scope);
    this.#span = span;
    this.#since = timeOf(span.before);
  }

  get rows(): number {
    return this.#walks.rows + this.#lookups.rows;
  }

  async next(most: number): Promise<Position[] | undefined> {
    if (this.#stage === 'end') return undefined;
    return this.#stage === 'blocks' ? this.#fromBlocks(most) : this.#fromWalk(most);
  }

  async #fromWalk(most: number): Promise<Position[]> {
    const { found, rest } = await this.#walks.walk(this.#span, most);
    this.#found += found.length;
    this.#continueAfter(rest);
    if (rest && found.length < most && this.#isLookedUpSooner()) this.#lookUp(most);
    return found;
  }

  /** Whether the blocks lead to the rest of a page by reading less. */
  #isLookedUpSooner(): boolean {
    const { rows, own, matched } = this.#walks;
    if (this.#lookups.isUseless || rows < this.#walkOnTo) return false;
    // One more than was found, so that something rare is not taken for nothing.
    return SELDOM * (matched + 1) < own + 1;
  }

  #lookUp(most: number): void {
    this.#stage = 'blocks';
    const passed = this.#since - timeOf(this.#span.before);
    this.#lookups.expectWithin((AMPLE * most * passed) / (this.#found + 1));
  }

  async #fromBlocks(most: number): Promise<Position[]> {
    const looked = await this.#lookups.find(this.#span, most);
    if (typeof looked === 'number') {
      // As much again is walked before blocks may lead to more.
      this.#walkOnTo = this.#walks.rows + looked;
      this.#stage = 'walk';
      return [];
    }
    this.#continueAfter(looked.rest);
    return looked.found;
  }

  #continueAfter(rest: Position | undefined): void {
    if (rest) this.#span = { ...this.#span, before: rest };
    else this.#stage = 'end';
  }
}

export const createCandidates = (
  deps: Deps,
  wanted: Wanted,
  scope: Scope,
  span: Span,
): Candidates => new StagedCandidates(deps, wanted, scope, span);
