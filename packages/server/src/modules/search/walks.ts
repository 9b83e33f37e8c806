import type { Sql } from '../../db/database.ts';
import type { Looked } from './looked.ts';
import type { Position, Span } from './reading.ts';
import { type Deps, LARGEST, runFairly, type Scope } from './scope.ts';
import { ALONG_AN_ORDER, walkChats, walkNewest } from './walks.queries.ts';

/** What was found, newest first, and after which the rest is to be looked for; undefined where there is none. */
export interface Found {
  found: Position[];
  rest: Position | undefined;
}

/** What is asked of messages and of blocks, and how much of texts one statement may read for it. */
export interface Asked {
  holds: Sql;
  mayHold: Sql | undefined;
  characters: number;
}

// How many times longer a span of time is tried where one held few.
const GROWTH = 16;

/** Where what was looked into ends, unless it was full before: undefined where nothing is older. */
export function restOf({ found, horizonAt, horizonId }: Looked, most: number, end?: Position) {
  if (found?.length === most) return found.at(-1);
  return horizonAt !== null && horizonId !== null ? { at: horizonAt, id: horizonId } : end;
}

export const timeOf = ({ at }: Position): number =>
  at === 'infinity' ? Date.now() : Date.parse(at);

/** Where a span of this length begins; undefined where nothing of what is wanted is older. */
export function edgeOf({ before, since }: Span, length: number, oldestAt: number) {
  const at = timeOf(before) - length;
  // Not so for an instant that is no number either.
  if (!(at > oldestAt) || Date.parse(since) >= at) return undefined;
  return { at: new Date(at).toISOString(), id: 0 };
}

/** Reads the newest messages one after the other, and counts what was found among them. */
export class Walks {
  rows = 0;
  /** Messages of the chats that are searched, and those that met the condition. */
  own = 0;
  matched = 0;
  readonly #deps: Deps;
  readonly #asked: Asked;
  readonly #scope: Scope;
  /** So much time is believed to hold as many messages as may be read, in ms. */
  #length: number;

  constructor(deps: Deps, asked: Asked, scope: Scope) {
    this.#deps = deps;
    this.#asked = asked;
    this.#scope = scope;
    const { own, oldestAt } = scope;
    this.#length = ((Date.now() - oldestAt) * deps.reach.first) / Math.max(1, own);
  }

  async walk(span: Span, most: number): Promise<Found> {
    const { reach } = this.#deps;
    const { chatIds, own, oldestAt } = this.#scope;
    const rows = this.rows === 0 && (!chatIds || own > reach.walk) ? reach.first : reach.walk;
    const { holds, characters } = this.#asked;
    const looking = { holds, rows, characters, most };
    // A small part is read whole.
    const edge = chatIds && own > reach.walk ? edgeOf(span, this.#length, oldestAt) : undefined;
    const walked = await runFairly(this.#deps, ALONG_AN_ORDER, (tx) =>
      chatIds
        ? walkChats(tx, chatIds, edge ? { ...span, since: edge.at } : span, looking)
        : walkNewest(tx, span, looking),
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
    const times = Math.min(GROWTH, this.#deps.reach.walk / (rows + 1));
    this.#length = Math.min(LARGEST, Math.max(1_000, passed * times));
  }
}
