import { findRows, findWord, type Hit, readText, type SearchedText } from './occurrences.ts';
import type { Query, Term } from './query.ts';

export type { Hit } from './occurrences.ts';

/** What a text matches with; undefined where it does not match, empty where nothing need occur in it. */
export function hitsOf(text: string, query: Pick<Query, 'terms' | 'excluded'>): Hit[] | undefined {
  const searched = readText(text);
  if (query.excluded.some((term) => findExcluded(searched, term).length > 0)) return undefined;
  const hits: Hit[] = [];
  for (const term of query.terms) {
    const found = findTerm(searched, term);
    if (found.length === 0) return undefined;
    hits.push(...found);
  }
  return merge(hits);
}

/** What of the terms is found in a text, whether it has them all or not. */
export function marksOf(text: string, terms: readonly Term[]): Hit[] {
  const searched = readText(text);
  return merge(terms.flatMap((term) => findTerm(searched, term)));
}

function findTerm(searched: SearchedText, term: Term): Hit[] {
  const { kind, parts } = term;
  if (kind === 'phrase') return findRows(searched, parts, 'whole');
  if (parts.length === 1) return findWord(searched, parts[0] ?? '', term.isLast);
  return [...findRows(searched, parts, 'typed'), ...findRows(searched, parts, 'forms')];
}

/** What excludes is never part of a word. */
const findExcluded = (searched: SearchedText, { kind, parts }: Term): Hit[] =>
  findRows(searched, parts, kind === 'phrase' ? 'whole' : 'forms');

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
