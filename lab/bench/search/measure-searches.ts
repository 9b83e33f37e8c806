import type { Db } from '../../../packages/server/src/db/database.ts';
import { required } from '../../support/helpers.ts';
import { runLoadJob } from '../load/generate.ts';
import type { Target, Times } from '../load/jobs.ts';
import type { PreparedSearches } from './prepared-searches.ts';
import {
  createRivalIndex,
  dropRivalIndex,
  findByRival,
  type Rival,
  rivals,
  sizeOfRivalIndex,
} from './rivals.queries.ts';
import { FILTERS, MEASURED } from './terms.ts';

/** Values by kind of term, in the order of the table. */
export type ByTerms<T> = Map<string, T>;

export const keyOf = (kind: string, searcher: { name: string }) => `${kind}, ${searcher.name}`;

/**
 * Each search once, one after the other, the kinds in turn: what a server has to read and to compile when it is new is
 * none of them more than the others.
 */
export async function measureSearches(
  { searchers }: PreparedSearches,
  url: string,
): Promise<ByTerms<Times>> {
  const times: ByTerms<Times> = new Map();
  for (const searcher of searchers) {
    const { terms, token } = searcher;
    const targetOf = (q: string): Target => {
      return { path: `/api/search/messages?q=${encodeURIComponent(q)}`, token };
    };
    const warmUp = [...terms.values()].flatMap((ofKind) => ofKind.slice(MEASURED).map(targetOf));
    const lists = [...terms.values()].map((ofKind) => ofKind.slice(0, MEASURED).map(targetOf));
    const answer = await runLoadJob({ kind: 'once', url, warmUp, lists });
    for (const [at, kind] of [...terms.keys()].entries()) {
      times.set(keyOf(kind, searcher), required(answer[at], 'kind'));
    }
  }
  return times;
}

// The rivals take seconds for each term.
const RIVAL_TERMS = 3;

export interface RivalTimes {
  indexBytes: number;
  /** ms each. */
  times: Record<Rival, ByTerms<number[]>>;
}

/** Some of the same words by what one would write without an index of one's own; they know no filters. */
export async function measureRivals(db: Db, { searchers }: PreparedSearches): Promise<RivalTimes> {
  await dropRivalIndex(db);
  await createRivalIndex(db);
  const times: RivalTimes['times'] = { ILIKE: new Map(), to_tsvector: new Map() };
  for (const rival of rivals) {
    for (const searcher of searchers) {
      for (const [kind, terms] of searcher.terms) {
        if (kind === FILTERS) continue;
        const samples: number[] = [];
        for (const q of terms.slice(0, RIVAL_TERMS)) {
          const at = performance.now();
          await findByRival(db, rival, searcher.email, q);
          samples.push(performance.now() - at);
        }
        times[rival].set(keyOf(kind, searcher), samples);
      }
    }
  }
  const indexBytes = await sizeOfRivalIndex(db);
  await dropRivalIndex(db);
  return { indexBytes, times };
}
