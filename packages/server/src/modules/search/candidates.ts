import type { Sql } from '../../db/database.ts';
import { BLOCK } from '../search-index/block-keys.ts';
import { blocksHold, conditionOf, effortOf, type Filters } from './condition.ts';
import { type Deps, LARGEST, runFairly, type Scope } from './context.ts';
import type { Query } from './query/parse-query.ts';
import {
  ALONG_AN_ORDER,
  BY_BLOCKS,
  lookIntoBlocks,
  type Position,
  type ScanResult,
  type Span,
  walkChats,
  walkNewest,
} from './search.queries.ts';

/** Returns what may have been found, newest first; what it says must still be asked. */
interface Candidates {
  /** The next ones, of which there may be none yet; undefined when there are no more. */
  next(most: number): Promise<Position[] | undefined>;
  /** Rows read so far. */
  readonly rows: number;
}

// A word in one of so many messages is found by a walk, without blocks: a more common word is in most blocks.
const SELDOM = 2 * BLOCK;

/** A walk over the newest messages finds common words, blocks find rare ones. The walk tells which a word is. */
class StagedCandidates implements Candidates {
  readonly #scan: RecentScan;
  readonly #lookup: IndexLookup;
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
      characters: Math.ceil(deps.budget.letters / effortOf(query)),
    };
    this.#scan = new RecentScan(deps, asked, scope);
    this.#lookup = new IndexLookup(deps, asked, scope);
    this.#span = span;
    this.#since = timeOf(span.before);
  }

  get rows(): number {
    return this.#scan.rows + this.#lookup.rows;
  }

  async next(most: number): Promise<Position[] | undefined> {
    if (this.#stage === 'end') return undefined;
    return this.#stage === 'blocks' ? this.#fromBlocks(most) : this.#fromWalk(most);
  }

  async #fromWalk(most: number): Promise<Position[]> {
    const { found, rest } = await this.#scan.walk(this.#span, most);
    this.#found += found.length;
    this.#continueAfter(rest);
    if (rest && found.length < most && this.#isLookedUpSooner()) this.#lookUp(most);
    return found;
  }

  /** Whether the blocks lead to the rest of a page by reading less. */
  #isLookedUpSooner(): boolean {
    const { rows, own, matched } = this.#scan;
    if (this.#lookup.isUseless || rows < this.#walkOnTo) return false;
    // One more than was found, so that something rare is not taken for nothing.
    return SELDOM * (matched + 1) < own + 1;
  }

  #lookUp(most: number): void {
    this.#stage = 'blocks';
    const passed = this.#since - timeOf(this.#span.before);
    this.#lookup.expectWithin((AMPLE * most * passed) / (this.#found + 1));
  }

  async #fromBlocks(most: number): Promise<Position[]> {
    const result = await this.#lookup.find(this.#span, most);
    if (typeof result === 'number') {
      // As much again is walked before blocks may lead to more.
      this.#walkOnTo = this.#scan.rows + result;
      this.#stage = 'walk';
      return [];
    }
    this.#continueAfter(result.rest);
    return result.found;
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

/** The messages found, newest first, and the place where the rest begins; undefined where there is no rest. */
interface Found {
  found: Position[];
  rest: Position | undefined;
}

/** The conditions of messages and of blocks, and how much text one statement may read. */
interface Asked {
  holds: Sql;
  mayHold: Sql | undefined;
  characters: number;
}

/** Where what was looked into ends, unless it was full before: undefined where nothing is older. */
function restOf({ found, horizonAt, horizonId }: ScanResult, most: number, end?: Position) {
  if (found?.length === most) return found.at(-1);
  return horizonAt !== null && horizonId !== null ? { at: horizonAt, id: horizonId } : end;
}

const timeOf = ({ at }: Position): number => (at === 'infinity' ? Date.now() : Date.parse(at));

/** Where a span of this length begins; undefined where nothing of what is wanted is older. */
function edgeOf({ before, since }: Span, length: number, oldestAt: number) {
  const at = timeOf(before) - length;
  // Not so for an instant that is no number either.
  if (!(at > oldestAt) || Date.parse(since) >= at) return undefined;
  return { at: new Date(at).toISOString(), id: 0 };
}

/** Reads the newest messages one after the other, and counts what was found among them. */
class RecentScan {
  rows = 0;
  /** Messages of the chats that are searched, and those that met the condition. */
  own = 0;
  matched = 0;
  readonly #deps: Deps;
  readonly #asked: Asked;
  readonly #scope: Scope;
  /** The time that is believed to hold as many messages as may be read, in ms. */
  #length: number;

  constructor(deps: Deps, asked: Asked, scope: Scope) {
    this.#deps = deps;
    this.#asked = asked;
    this.#scope = scope;
    const { own, oldestAt } = scope;
    this.#length = ((Date.now() - oldestAt) * deps.budget.first) / Math.max(1, own);
  }

  async walk(span: Span, most: number): Promise<Found> {
    const { budget } = this.#deps;
    const { chatIds, own, oldestAt } = this.#scope;
    const rows = this.rows === 0 && (!chatIds || own > budget.walk) ? budget.first : budget.walk;
    const { holds, characters } = this.#asked;
    const options = { holds, rows, characters, most };
    // A small part is read whole.
    const edge = chatIds && own > budget.walk ? edgeOf(span, this.#length, oldestAt) : undefined;
    const walked = await runFairly(this.#deps, ALONG_AN_ORDER, (tx) =>
      chatIds
        ? walkChats(tx, chatIds, edge ? { ...span, since: edge.at } : span, options)
        : walkNewest(tx, span, options),
    );
    this.rows += walked.rows;
    this.own += walked.own;
    this.matched += walked.matched;
    const rest = restOf(walked, most, edge);
    if (rest) this.#fitLength(timeOf(span.before) - timeOf(rest), walked.rows);
    return { found: walked.found ?? [], rest };
  }

  /** The next span should hold as many as may be read at once. */
  #fitLength(passed: number, rows: number): void {
    const times = Math.min(LONGER, this.#deps.budget.walk / (rows + 1));
    this.#length = Math.min(LARGEST, Math.max(1_000, passed * times));
  }
}

/** A search for candidates. */
export interface Wanted {
  query: Pick<Query, 'terms' | 'excluded'>;
  filters: Filters;
}

// How many times as many are tried next time, where they cannot be told apart by their time.
const GROWTH = 4;
// How many times longer a span of time is tried where one held few, or shorter where it held too much; in ms the
// shortest.
const LONGER = 16;
const SHORTEST = 4_000_000;
// Years in which hardly anything was said are passed soon, however much of what is read reaches over them.
const SHORTER_GROWTH = 2;
/** A span that holds twice as much as is missing mostly holds enough. */
const AMPLE = 2;

/** Reads the blocks that may hold what is sought, the newest span of time first. */
class IndexLookup {
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
    this.#max = deps.budget.blocks;
    this.#isUseless = asked.mayHold === undefined || !scope.isComplete;
  }

  /** The blocks lead to nothing of what is wanted, or to more than may be read at once. */
  get isUseless(): boolean {
    return this.#isUseless;
  }

  /** Sets the time that is believed to hold what is wanted, in ms. */
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
    const options = { holds, rows: blocks * BLOCK, characters, most, blocks };
    const result = await runFairly(this.#deps, BY_BLOCKS, (tx) =>
      lookIntoBlocks(tx, mayHold, this.#scope.chatIds, narrow, options),
    );
    this.rows += result.rows + result.seen;
    if (result.led > blocks) return this.#findLess(edge !== undefined, span);
    const found = result.found ?? [];
    const rest = restOf(result, most, edge);
    this.#length = Math.min(
      LARGEST,
      Math.max(SHORTEST, this.#length * this.#growthAfter(found.length, most, result)),
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
    const { blocksAtMost } = this.#deps.budget;
    const tried = this.#max * BLOCK;
    this.#isUseless = this.#max === blocksAtMost;
    this.#max = Math.min(blocksAtMost, this.#max * GROWTH);
    return tried;
  }

  /** How many times longer the next span is: it should hold what is missing, and not too much to look at. */
  #growthAfter(found: number, most: number, { seen, led }: { seen: number; led: number }): number {
    const toFill = (AMPLE * (most - found)) / (found + 1);
    const toRead = this.#max / AMPLE / (led + 1);
    const toAsk = this.#deps.budget.asked / (seen + 1);
    return Math.max(SHORTER_GROWTH, Math.min(LONGER, toFill, toRead, toAsk));
  }
}
