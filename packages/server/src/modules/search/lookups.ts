import type { Sql } from '../../db/database.ts';
import { allPatterns, type Filters, indexedForms, markedAs } from './condition.ts';
import { findByForms, findWordsLike } from './forms.queries.ts';
import type { Query } from './query/query.ts';
import type { Position, Span } from './reading.ts';
import { type Deps, indexedRows, isOfFewChats, runFairly, type Scope } from './scope.ts';

/** What is looked for. */
export interface Wanted {
  query: Pick<Query, 'terms' | 'excluded'>;
  filters: Filters;
}

/** How many rows of a walk take as long as one that the index leads to, which lies somewhere. */
export const COST_OF_LOOKUP = 10;
const LEAST_LOOKUPS = 1_000;
// How many times as many are tried next time.
const GROWTH = 4;
// A part that more words hold narrows little, and takes long to ask for.
const MAX_WORDS = 200;

/** Reads the messages that the index of forms leads to. */
export class Lookups {
  rows = 0;
  readonly #deps: Deps;
  readonly #wanted: Wanted;
  readonly #holds: Sql;
  readonly #scope: Scope;
  #forms: string | undefined;
  #max: number | undefined;
  #isUseless = false;

  constructor(deps: Deps, wanted: Wanted, holds: Sql, scope: Scope) {
    this.#deps = deps;
    this.#wanted = wanted;
    this.#holds = holds;
    this.#scope = scope;
  }

  /** The index leads to nothing of what is wanted, or to more than may be read at once. */
  get isUseless(): boolean {
    return this.#isUseless;
  }

  /** The newest that it leads to; the number of rows where there are too many to say. */
  async find(span: Span, most: number): Promise<Position[] | number> {
    this.#forms ??= await this.#readForms();
    this.#isUseless = this.#forms === '';
    if (this.#isUseless) return 0;
    this.#max ??= this.#firstMax(most);
    const how = { forms: this.#forms, holds: this.#holds };
    const limits = { max: this.#max, most };
    const { found, rows } = await runFairly(this.#deps, (tx) =>
      findByForms(tx, how, this.#scope.chatIds, span, limits),
    );
    this.rows += rows;
    if (rows <= limits.max) return found ?? [];
    this.#max = Math.min(this.#deps.reach.lookups, limits.max * GROWTH);
    this.#isUseless = this.#max === limits.max;
    return rows;
  }

  async #readForms(): Promise<string> {
    const { query, filters } = this.#wanted;
    const patterns = allPatterns(query.terms);
    const known =
      patterns.length > 0
        ? await runFairly(this.#deps, (tx) => findWordsLike(tx, patterns, MAX_WORDS))
        : new Map<string, string[]>();
    const forms = indexedForms(query.terms, filters, (pattern) => {
      const words = known.get(pattern) ?? [];
      return words.length > MAX_WORDS ? undefined : words;
    });
    const { chatIds } = this.#scope;
    if (chatIds && isOfFewChats(this.#scope)) forms.push(markedAs(chatIds));
    return forms.join('&');
  }

  /** As many as take as long as a walk would: where there are more, a walk finds enough sooner. */
  #firstMax(most: number): number {
    const share = most / Math.max(1, this.#scope.own) / COST_OF_LOOKUP;
    const lookups = Math.ceil(indexedRows(this.#scope) * Math.sqrt(share));
    return Math.min(this.#deps.reach.lookups, Math.max(LEAST_LOOKUPS, lookups));
  }
}
