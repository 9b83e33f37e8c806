import { conditionOf } from './condition.ts';
import { AMPLE, COST_OF_LOOKUP, Lookups, type Wanted } from './lookups.ts';
import type { Position, Span } from './reading.ts';
import type { Deps, Scope } from './scope.ts';
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
  /** When the first that was read was sent, and how many have been found by walks. */
  #since: string | null = null;
  #found = 0;

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
    this.#since ??= walked.newestAt;
    this.#found += found.length;
    const { horizonAt: at, horizonId: id } = walked;
    if (found.length === most) this.#continueAfter(found.at(-1));
    else if (at === null || id === null) this.#stage = 'end';
    else {
      this.#continueAfter({ at, id });
      if (this.#isLookedUpSooner()) this.#lookUp(most);
    }
    return found;
  }

  /** Whether the index leads to the rest of a page by reading less. */
  #isLookedUpSooner(): boolean {
    const { rows, own, matched } = this.#walks;
    if (this.#lookups.isUseless || rows < this.#walkOnTo) return false;
    // One more than was found, so that something rare is not taken for nothing.
    const walked = rows / (matched + 1);
    // The newest may happen to be of other chats alone.
    const ownShare = Math.max((own + 1) / rows, this.#scope.own / (this.#scope.all + 1));
    return COST_OF_LOOKUP / ownShare < walked;
  }

  #lookUp(most: number): void {
    this.#stage = 'index';
    const passed = Date.parse(this.#since ?? '') - Date.parse(this.#span.before.at);
    this.#lookups.expectWithin((AMPLE * most * passed) / (this.#found + 1));
  }

  async #fromIndex(most: number): Promise<Position[]> {
    const looked = await this.#lookups.find(this.#span, most);
    if (typeof looked === 'number') {
      // As much again is walked before the index may lead to more.
      this.#walkOnTo = this.#walks.rows + looked * COST_OF_LOOKUP;
      this.#stage = 'walk';
      return [];
    }
    if (looked.rest) this.#continueAfter(looked.rest);
    else this.#stage = 'end';
    return looked.found;
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
