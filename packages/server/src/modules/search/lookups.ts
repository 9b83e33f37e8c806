import type { Db, Sql } from '../../db/database.ts';
import { allPatterns, type Filters, indexedForms, markedAs } from './condition.ts';
import { BY_FORMS, findByForms, findWordsLike } from './forms.queries.ts';
import { LONGEST, type Period, periodBefore, SHORTEST } from './periods.ts';
import type { Query } from './query/query.ts';
import type { Position, Span } from './reading.ts';
import { type Deps, isOfFewChats, runFairly, type Scope } from './scope.ts';

/** What is looked for. */
export interface Wanted {
  query: Pick<Query, 'terms' | 'excluded'>;
  filters: Filters;
}

/** What the index led to. */
export interface LookedUp {
  /** The newest. */
  found: Position[];
  /** After which the rest is to be looked for; undefined where there is none. */
  rest: Position | undefined;
}

/** How many rows of a walk take as long as one that the index leads to, which lies somewhere. */
export const COST_OF_LOOKUP = 10;
// How many times as many are tried next time, where they cannot be told apart by their time.
const GROWTH = 4;
// How many times shorter a period is tried where it held too much.
const SHRINKAGE = 16;
/** A period that holds twice as much as is missing mostly holds enough. */
export const AMPLE = 2;
// A part that more words hold narrows little, and takes long to ask for.
const MAX_WORDS = 200;

/** Reads the messages that the index of forms leads to, the newest period first. */
export class Lookups {
  rows = 0;
  readonly #deps: Deps;
  readonly #wanted: Wanted;
  readonly #holds: Sql;
  readonly #scope: Scope;
  #forms: string[] | undefined;
  #max: number;
  #isUseless = false;
  #length = SHORTEST;
  /** Too many in all years together: they are told apart by their time from now on. */
  #isMany = false;

  constructor(deps: Deps, wanted: Wanted, holds: Sql, scope: Scope) {
    this.#deps = deps;
    this.#wanted = wanted;
    this.#holds = holds;
    this.#scope = scope;
    this.#max = deps.reach.lookups;
  }

  /** The index leads to nothing of what is wanted, or to more than may be read at once. */
  get isUseless(): boolean {
    return this.#isUseless;
  }

  /** So much time is believed to hold what is wanted, in ms. */
  expectWithin(length: number): void {
    this.#length = Math.max(SHORTEST, length);
  }

  /** The newest that it leads to; the number of rows where there are too many to say. */
  async find(span: Span, most: number): Promise<LookedUp | number> {
    const period = this.#periodOf(span);
    // Of what the period holds nothing may be older, or it would come before what is newer.
    const edge = edgeOf(period, span, this.#scope.oldestAt);
    const narrow = edge ? { ...span, since: edge.at } : span;
    const limits = { max: this.#max, most };
    const answer = await runFairly(this.#deps, BY_FORMS, async (tx) => {
      this.#forms ??= await this.#readForms(tx);
      const asked = { forms: this.#forms, period: period?.marks, holds: this.#holds };
      return this.#forms.length === 0
        ? undefined
        : findByForms(tx, asked, this.#scope.chatIds, narrow, limits);
    });
    this.#isUseless = answer === undefined;
    if (!answer) return 0;
    const [found, { rows }] = [answer.found ?? [], answer];
    this.rows += rows;
    if (rows > limits.max) return this.#findLess(rows, period, span);
    if (found.length === most) return { found, rest: found.at(-1) };
    this.#length = lengthOf(period, span) * this.#growthAfter(found.length, rows, most);
    return { found, rest: edge };
  }

  #periodOf({ before }: Span): Period | undefined {
    if (!this.#scope.isMarked) return undefined;
    const length = this.#isMany ? Math.min(this.#length, LONGEST) : this.#length;
    return periodBefore(Date.parse(before.at), length);
  }

  /** A shorter time is tried; where there is none, more rows are the next time. */
  #findLess(rows: number, period: Period | undefined, { before }: Span): LookedUp | number {
    this.#isMany ||= period === undefined;
    if (this.#scope.isMarked && this.#length >= SHORTEST) {
      this.#length = Math.min(this.#length, LONGEST) / SHRINKAGE;
      return { found: [], rest: before };
    }
    const { lookupsAtMost } = this.#deps.reach;
    this.#isUseless = this.#max === lookupsAtMost;
    this.#max = Math.min(lookupsAtMost, this.#max * GROWTH);
    return rows;
  }

  /** How many times longer the next period is: it should hold what is missing, and not too much to look at. */
  #growthAfter(found: number, rows: number, most: number): number {
    const toFill = (AMPLE * (most - found)) / (found + 1);
    const toRead = this.#max / AMPLE / (rows + 1);
    return Math.max(1, Math.min(toFill, toRead));
  }

  async #readForms(tx: Db): Promise<string[]> {
    const { query, filters } = this.#wanted;
    const patterns = allPatterns(query.terms);
    const known =
      patterns.length > 0
        ? await findWordsLike(tx, patterns, MAX_WORDS)
        : new Map<string, string[]>();
    const wordsLike = (pattern: string) => {
      const words = known.get(pattern) ?? [];
      return words.length > MAX_WORDS ? undefined : words;
    };
    const forms = indexedForms(query.terms, filters, { wordsLike, hasPairs: this.#scope.isMarked });
    const { chatIds } = this.#scope;
    if (chatIds && isOfFewChats(this.#scope)) forms.push(markedAs(chatIds));
    return forms;
  }
}

/** Where a period begins; undefined where nothing of what is wanted is older. */
function edgeOf(
  period: Period | undefined,
  { since }: Span,
  oldestAt: number,
): Position | undefined {
  if (!period || oldestAt >= period.since || Date.parse(since) >= period.since) return undefined;
  return { at: new Date(period.since).toISOString(), id: 0 };
}

const lengthOf = (period: Period | undefined, { before }: Span): number =>
  period ? Date.parse(before.at) - period.since : LONGEST;
