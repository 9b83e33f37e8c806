import { findRows, findWord, type Hit } from './occurrences.ts';
import type { Query, Term } from './query.ts';
import { readText, type SearchedText } from './searched-text.ts';

export type { Hit } from './occurrences.ts';

// A snippet shows no more of a term: it begins with the first hit, and has room for fewer words.
const MAX_HITS = 200;

/** What a text matches with; undefined where it does not match, empty where nothing need occur in it. */
export function hitsOf(text: string, query: Pick<Query, 'terms' | 'excluded'>): Hit[] | undefined {
  const searched = readText(text);
  if (query.excluded.some((term) => isExcluded(searched, term))) return undefined;
  const hits: Hit[] = [];
  for (const term of query.terms) {
    const found = findTerm(searched, term);
    if (found.length === 0) return undefined;
    hits.push(...found);
  }
  return merge(hits);
}

/** What of the terms is found in a text, whether it has them all or not: of each the first ones. */
export function marksOf(text: string, terms: readonly Term[]): Hit[] {
  const searched = readText(text);
  return merge(terms.flatMap((term) => findTerm(searched, term)));
}

function findTerm(searched: SearchedText, term: Term): Hit[] {
  const { kind, parts } = term;
  if (kind === 'phrase') return findRows(searched, parts, 'whole', MAX_HITS);
  if (parts.length === 1) return findWord(searched, parts[0] ?? '', term.isLast, MAX_HITS);
  return [
    ...findRows(searched, parts, 'typed', MAX_HITS),
    ...findRows(searched, parts, 'forms', MAX_HITS),
  ];
}

/** What excludes is never part of a word. */
const isExcluded = (searched: SearchedText, { kind, parts }: Term): boolean =>
  findRows(searched, parts, kind === 'phrase' ? 'whole' : 'forms', 1).length > 0;

/** Hits in the order of the text, of which none covers another's letters. */
function merge(hits: Hit[]): Hit[] {
  const merged: Hit[] = [];
  for (const { start, end } of hits.sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
