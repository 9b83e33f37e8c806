import type { Db } from '../../db/database.ts';
import { findEndedSince, findGoneSessions } from './sessions.queries.ts';

// So many more of those that are known are asked about in each round.
const ASKED_AT_ONCE = 100;

/**
 * Finds which of the sessions that this process knows let nobody in any more. Each round reads the ends that were stored
 * since the last one, and asks about a few more of all: of a block or a rejected device an end may never have been stored,
 * if its process died between the two.
 */
export class GoneSessions {
  readonly #db: Db;
  #readTo: Date | undefined;
  #unasked: number[] = [];
  #foundBefore: number[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  /** `ended`: the latest of all. `gone`: those of `known` that are over; each is given again while it stays known. */
  async look(known: Set<number>): Promise<{ ended: number[]; gone: number[] }> {
    const { readTo, ended } = await findEndedSince(this.#db, this.#readTo);
    this.#readTo = readTo;
    if (this.#unasked.length === 0) this.#unasked = [...known];
    const suspects = [...ended, ...this.#foundBefore, ...this.#unasked.splice(-ASKED_AT_ONCE)];
    const asked = [...new Set(suspects)].filter((id) => known.has(id));
    const gone = asked.length === 0 ? [] : await findGoneSessions(this.#db, asked);
    this.#foundBefore = gone;
    return { ended, gone };
  }
}
