import { findRows, findWord, type Hit, readText, type SearchedText } from './occurrences.ts';
import type { Query, Term } from './parse-query.ts';

// A snippet shows no more of a term: it begins with the first hit, and has room for fewer words.
const MAX_HITS = 200;

/** The hits of a text; undefined where it does not match, empty where no term need occur in it. */
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

/** The first hits of each term in a text, whether the text has all terms or not. */
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

/** An excluded term is never part of a word. */
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

const MAX_LENGTH = 200;
const BEFORE_HIT = 60;
const CUT = '…';

export interface SnippetPart {
  text: string;
  hit: boolean;
}

/** The content around the first hit, on one line; the file's name where all hits are in the name. */
export function snippetOf(
  content: string,
  fileName: string | null,
  { terms }: Pick<Query, 'terms'>,
): SnippetPart[] {
  const [said, name] = [onOneLine(content), onOneLine(fileName ?? '')];
  const hits = marksOf(said, terms);
  if (hits.length > 0) return cutAround(said, hits);
  const hitsOfName = marksOf(name, terms);
  return hitsOfName.length > 0 || said === '' ? cutAround(name, hitsOfName) : cutAround(said, []);
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function cutAround(text: string, hits: Hit[]): SnippetPart[] {
  const { start, end } = windowOf(text, hits[0]);
  const parts: SnippetPart[] = [];
  let at = start;
  const add = (to: number, hit: boolean) => {
    if (to > at) parts.push({ text: text.slice(at, to), hit });
    at = Math.max(at, to);
  };
  if (start > 0) parts.push({ text: CUT, hit: false });
  for (const hit of hits) {
    if (hit.start >= end) break;
    add(hit.start, false);
    add(Math.min(hit.end, end), true);
  }
  add(end, false);
  if (end < text.length) parts.push({ text: CUT, hit: false });
  return joinPlain(parts);
}

/** The part of the text that is shown: both '…' have room beside it, and it ends where words do where it can. */
function windowOf(text: string, hit: Hit = { start: 0, end: 0 }): Hit {
  if (text.length <= MAX_LENGTH) return { start: 0, end: text.length };
  const room = MAX_LENGTH - 2 * CUT.length;
  const wanted = Math.min(hit.start - BEFORE_HIT, text.length - room);
  const start = wanted <= 0 ? 0 : wordAfter(text, wanted, hit.start);
  const furthest = start + room;
  if (furthest >= text.length) return { start, end: text.length };
  return { start, end: wordEndBefore(text, furthest, Math.min(hit.end, furthest), start) };
}

/** The first beginning of a word from a place on, or of a sign where no word begins before the limit. */
function wordAfter(text: string, from: number, limit: number): number {
  const blank = text.indexOf(' ', from - 1);
  return blank >= 0 && blank < limit ? blank + 1 : signAfter(text, from, limit);
}

function wordEndBefore(text: string, to: number, limit: number, start: number): number {
  const blank = text.lastIndexOf(' ', to);
  return blank >= limit ? blank : signBefore(text, to, start);
}

const signs = new Intl.Segmenter('es', { granularity: 'grapheme' });

/** The first place from one on where no sign is cut in two. */
function signAfter(text: string, from: number, limit: number): number {
  const around = text.slice(0, limit);
  const sign = signs.segment(around).containing(from);
  return !sign || sign.index === from ? from : sign.index + sign.segment.length;
}

/** The last such place before one; a sign that fills the window alone is cut between its characters. */
function signBefore(text: string, to: number, start: number): number {
  const sign = signs.segment(text).containing(to);
  if (sign && sign.index > start) return sign.index;
  return /[\udc00-\udfff]/.test(text.charAt(to)) ? to - 1 : to;
}

function joinPlain(parts: SnippetPart[]): SnippetPart[] {
  const joined: SnippetPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && last.hit === part.hit) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}
