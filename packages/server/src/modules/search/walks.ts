import type { Sql } from '../../db/database.ts';
import type { Span } from './reading.ts';
import { type Deps, isApart, runFairly, type Scope } from './scope.ts';
import { ALONG_AN_ORDER, type Walked, walkChats, walkNewest } from './walks.queries.ts';

// A few, so that the statements are few.
const LENGTHS = [16, 64, 256, 1_024, 4_096, 16_384];
const lengthFor = (rows: number) => LENGTHS.find((length) => length >= rows) ?? 16_384;

/** Reads the newest messages one after the other, and counts what was found among them. */
export class Walks {
  rows = 0;
  /** Rows of the chats that are searched, and those that met the condition. */
  own = 0;
  matched = 0;
  readonly #deps: Deps;
  readonly #holds: Sql;
  readonly #scope: Scope;

  constructor(deps: Deps, holds: Sql, scope: Scope) {
    this.#deps = deps;
    this.#holds = holds;
    this.#scope = scope;
  }

  async walk(span: Span, most: number): Promise<Walked> {
    const walked = await this.#read(span, most);
    this.rows += walked.rows;
    this.own += walked.own;
    this.matched += walked.matched;
    return walked;
  }

  #read(span: Span, most: number): Promise<Walked> {
    const { reach } = this.#deps;
    const { chatIds, own } = this.#scope;
    const rows = this.rows === 0 ? reach.first : reach.walk;
    return runFairly(this.#deps, ALONG_AN_ORDER, (tx) => {
      if (!chatIds || !isApart(chatIds, this.#scope, reach)) {
        return walkNewest(tx, this.#holds, chatIds, span, { length: rows, most });
      }
      // A small part is read whole.
      const length = lengthFor(own <= reach.walk ? own : rows / chatIds.length);
      return walkChats(tx, this.#holds, chatIds, span, { length, most });
    });
  }
}
