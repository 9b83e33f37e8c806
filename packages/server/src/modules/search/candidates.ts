import type { Database, Db, Sql } from '../../db/database.ts';
import type { Turns } from '../../security/turns.ts';
import { allPatterns, conditionOf, type Filters, indexedForms, markedAs } from './condition.ts';
import type { Query } from './query/query.ts';
import {
  type ChatIds,
  findByForms,
  findWordsLike,
  type Position,
  type Span,
  type Walked,
  walkChats,
  walkNewest,
} from './search.queries.ts';

/** How much one statement may read, so that nobody waits for it who sends meanwhile. */
export interface Reach {
  /** Rows of the first walk, which finds what is common, and of those that follow. */
  first: number;
  walk: number;
  /** Rows that the index of forms may lead to. */
  leap: number;
}

/** What is looked for. */
export interface Wanted {
  query: Pick<Query, 'terms' | 'excluded'>;
  filters: Filters;
}

/** Where it is looked for. */
export interface Scope {
  chatIds: ChatIds;
  /** Messages of these chats, and of all. */
  own: number;
  all: number;
}

interface Deps {
  db: Database;
  turns: Turns;
  /** Whose turn it is. */
  key: string;
  reach: Reach;
}

/** Gives what may have been found, newest first; what it says must still be asked. */
export interface Candidates {
  /** The next ones, of which there may be none yet; undefined when there are no more. */
  next(most: number): Promise<Position[] | undefined>;
  /** Rows read so far. */
  readonly rows: number;
}

// Chats whose marks are compared at once without being felt.
const FEW_CHATS = 64;
// Of so small a part of all messages the newest of all hold hardly any.
const SMALL_PART = 0.02;
const MAX_CHATS_APART = 600;
// Lengths of walks, a few so that the statements are few.
const LENGTHS = [16, 64, 256, 1_024, 4_096, 16_384];
const lengthFor = (rows: number) => LENGTHS.find((length) => length >= rows) ?? 16_384;
// A row that the index leads to lies somewhere, those of a walk side by side.
const COST_OF_A_LEAP = 5;
const LEAST_LEAPS = 1_000;
// Where the index leads to too much, as much again is walked before it may lead to more.
const MORE_LEAPS = 4;
// A part that more words hold narrows little, and takes long to ask for.
const MAX_WORDS = 200;

class StagedCandidates implements Candidates {
  rows = 0;
  /** Of the rows that were walked, those of the chats, and those that met the condition. */
  #walked = 0;
  #own = 0;
  #matched = 0;
  readonly #deps: Deps;
  readonly #wanted: Wanted;
  readonly #holds: Sql;
  readonly #scope: Scope;
  #span: Span;
  #stage: 'first walk' | 'walk' | 'index' | 'end' = 'first walk';
  /** Asked for when it is first needed; empty where no index leads to what is wanted. */
  #forms: string | undefined;
  #maxLeaps: number | undefined;
  #walkOnTo = 0;

  constructor(deps: Deps, wanted: Wanted, scope: Scope, span: Span) {
    this.#deps = deps;
    this.#wanted = wanted;
    this.#holds = conditionOf(wanted.query, wanted.filters);
    this.#scope = scope;
    this.#span = span;
  }

  async next(most: number): Promise<Position[] | undefined> {
    if (this.#stage === 'end') return undefined;
    return this.#stage === 'index' ? this.#fromIndex(most) : this.#fromWalk(most);
  }

  async #fromWalk(most: number): Promise<Position[]> {
    const { reach } = this.#deps;
    const walked = await this.#walk(this.#stage === 'first walk' ? reach.first : reach.walk, most);
    const found = walked.found ?? [];
    this.#note(walked);
    if (found.length === most) {
      this.#continueAfter(found.at(-1));
      return found;
    }
    const { horizonAt: at, horizonId: id } = walked;
    this.#stage = at === null || id === null ? 'end' : this.#stageAfterWalk(most);
    this.#continueAfter(at === null || id === null ? undefined : { at, id });
    return found;
  }

  #note({ rows, own, matched }: Walked): void {
    this.rows += rows;
    this.#walked += rows;
    this.#own += own;
    this.#matched += matched;
  }

  /** Walks on where what was walked tells that it finds a page sooner than the index. */
  #stageAfterWalk(most: number): 'walk' | 'index' {
    if (this.#forms === '' || this.#walked < this.#walkOnTo) return 'walk';
    // One more than was found, so that something rare is not taken for nothing.
    const matched = this.#matched + 1;
    const toWalk = (most * this.#walked) / matched;
    const leaps = (this.#indexedRows() * matched) / (this.#own + 1);
    return toWalk < leaps * COST_OF_A_LEAP ? 'walk' : 'index';
  }

  async #fromIndex(most: number): Promise<Position[]> {
    this.#forms ??= await this.#readForms();
    if (this.#forms === '') {
      this.#stage = 'walk';
      return [];
    }
    this.#maxLeaps ??= this.#maxLeapsFor(most);
    const how = { forms: this.#forms, holds: this.#holds };
    const limits = { max: this.#maxLeaps, most };
    const { found, rows } = await this.#runFairly((tx) =>
      findByForms(tx, how, this.#scope.chatIds, this.#span, limits),
    );
    this.rows += rows;
    if (rows > limits.max) return this.#walkOn(limits.max);
    const positions = found ?? [];
    if (positions.length < most) this.#stage = 'end';
    this.#continueAfter(positions.at(-1));
    return positions;
  }

  #walkOn(leaps: number): [] {
    this.#walkOnTo = this.#walked + leaps * COST_OF_A_LEAP;
    this.#maxLeaps = Math.min(this.#deps.reach.leap, leaps * MORE_LEAPS);
    // More than these must not be read at once.
    if (this.#maxLeaps === leaps) this.#forms = '';
    this.#stage = 'walk';
    return [];
  }

  async #readForms(): Promise<string> {
    const { query, filters } = this.#wanted;
    const patterns = allPatterns(query.terms);
    const known =
      patterns.length > 0
        ? await this.#runFairly((tx) => findWordsLike(tx, patterns, MAX_WORDS))
        : new Map<string, string[]>();
    const forms = indexedForms(query.terms, filters, (pattern) => {
      const words = known.get(pattern) ?? [];
      return words.length > MAX_WORDS ? undefined : words;
    });
    const { chatIds } = this.#scope;
    if (chatIds && this.#isOfFewChats()) forms.push(markedAs(chatIds));
    return forms.join('&');
  }

  /** As many as take as long as a walk would: where there are more, the walk finds enough sooner. */
  #maxLeapsFor(most: number): number {
    const share = most / Math.max(1, this.#scope.own) / COST_OF_A_LEAP;
    const leaps = Math.ceil(this.#indexedRows() * Math.sqrt(share));
    return Math.min(this.#deps.reach.leap, Math.max(LEAST_LEAPS, leaps));
  }

  #isOfFewChats(): boolean {
    const { chatIds } = this.#scope;
    return chatIds !== undefined && chatIds.length <= FEW_CHATS;
  }

  /** Of how many rows the index gives those that meet the condition. */
  #indexedRows(): number {
    return this.#isOfFewChats() ? this.#scope.own : this.#scope.all;
  }

  async #walk(rows: number, most: number): Promise<Walked> {
    const { chatIds } = this.#scope;
    return this.#runFairly((tx) => {
      if (!chatIds || !this.#isApart(chatIds)) {
        return walkNewest(tx, this.#holds, chatIds, this.#span, { length: rows, most });
      }
      const each = this.#isSmall() ? this.#scope.own : rows / chatIds.length;
      return walkChats(tx, this.#holds, chatIds, this.#span, { length: lengthFor(each), most });
    });
  }

  #isSmall = () => this.#scope.own <= this.#deps.reach.walk;

  /** The chats are better read each by itself than among all others. */
  #isApart({ length }: number[]): boolean {
    const { own, all } = this.#scope;
    if (length <= FEW_CHATS || this.#isSmall()) return true;
    return length <= MAX_CHATS_APART && own < all * SMALL_PART;
  }

  #runFairly<Row>(work: (tx: Db) => Promise<Row>): Promise<Row> {
    const { db, turns, key } = this.#deps;
    return turns.run({ key }, () => db.transaction(work));
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
