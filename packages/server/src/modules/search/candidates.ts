import { conditionOf } from './condition.ts';
import { COST_OF_LOOKUP, Lookups, type Wanted } from './lookups.ts';
import type { Position, Span } from './reading.ts';
import { type Deps, indexedRows, type Scope } from './scope.ts';
import { Walks } from './walks.ts';

/** Gives what may have been found, newest first; what it says must still be asked. */
export interface Candidates {
  /** The next ones, of which there may be none yet; undefined when there are no more. */
  next(most: number): Promise<Position[] | undefined>;
  /** Rows read so far. */
  readonly rows: number;
}

/** What is common is found by a walk over the newest, what is rare by the index. What was walked tells which it is. */
class StagedCandidates implements Candidates {
  readonly #walks: Walks;
  readonly #lookups: Lookups;
  readonly #scope: Scope;
  #span: Span;
  #stage: 'walk' | 'index' | 'end' = 'walk';
  #walkOnTo = 0;

  constructor(deps: Deps, wanted: Wanted, scope: Scope, span: Span) {
    const holds = conditionOf(wanted.query, wanted.filters);
    this.#walks = new Walks(deps, holds, scope);
    this.#lookups = new Lookups(deps, wanted, holds, scope);
    this.#scope = scope;
    this.#span = span;
  }

  get rows(): number {
    return this.#walks.rows + this.#lookups.rows;
  }

  async next(most: number): Promise<Position[] | undefined> {
    if (this.#stage === 'end') return undefined;
    return this.#stage === 'index' ? this.#fromIndex(most) : this.#fromWalk(most);
  }

  async #fromWalk(most: number): Promise<Position[]> {
    const walked = await this.#walks.walk(this.#span, most);
    const found = walked.found ?? [];
    const { horizonAt: at, horizonId: id } = walked;
    if (found.length === most) this.#continueAfter(found.at(-1));
    else if (at === null || id === null) this.#stage = 'end';
    else {
      this.#continueAfter({ at, id });
      this.#stage = this.#findsSooner(most);
    }
    return found;
  }

  /** What finds the rest of a page by reading less. */
  #findsSooner(most: number): 'walk' | 'index' {
    const { rows, own, matched } = this.#walks;
    if (this.#lookups.isUseless || rows < this.#walkOnTo) return 'walk';
    // One more than was found, so that something rare is not taken for nothing.
    const toWalk = (most * rows) / (matched + 1);
    const toLookUp = (indexedRows(this.#scope) * (matched + 1)) / (own + 1);
    return toWalk < toLookUp * COST_OF_LOOKUP ? 'walk' : 'index';
  }

  async #fromIndex(most: number): Promise<Position[]> {
    const found = await this.#lookups.find(this.#span, most);
    if (typeof found === 'number') {
      // As much again is walked before the index may lead to more.
      this.#walkOnTo = this.#walks.rows + found * COST_OF_LOOKUP;
      this.#stage = 'walk';
      return [];
    }
    if (found.length < most) this.#stage = 'end';
    this.#continueAfter(found.at(-1));
    return found;
  }

  #continueAfter(before: Position | undefined): void {
    if (before) this.#span = { ...this.#span, before };
  }
}

export const createCandidates = (
  deps: Deps,
  wanted: Wanted,
  scope: Scope,
  span: Span,
): Candidates => new StagedCandidates(deps, wanted, scope, span);
