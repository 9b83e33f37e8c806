import { formsOf } from '@chat/spanish/forms';
import { join, type Sql, sql } from '../../db/database.ts';
import {
  beginningKey,
  formKey,
  gramKeys,
  hashesOf,
  type Key,
  pairKey,
} from '../search-index/block-keys.ts';
import type { Query, Term } from './query/parse-query.ts';

/** The filters of a search, besides its words. */
export interface Filters {
  senders: number[] | undefined;
  type: string | undefined;
  has: Query['has'];
}

type WordTerm = Extract<Term, { kind: 'word' }>;

/** Shorter words are found whole. */
const MIN_PART = 3;
// More are compared one after the other, so that the texts of statements are few.
const MAX_SOUGHT = 4;
// To compare more senders with the marks of each row takes longer than to look its sender up.
const MAX_MARKS = 64;

const lengthOf = (word: string) => [...word].length;
const lexeme = (text: string) => `'${text.replace(/['\\]/g, '$&$&')}'`;
const oneOf = (lexemes: string[]) => `(${[...new Set(lexemes)].map(lexeme).join('|')})`;
const inARow = (parts: string[]) => `(${parts.map((part) => oneOf(formsOf(part))).join('<->')})`;
// No word is this, and no mark.
const NEVER = lexeme('#');

/** Words stand between blanks. */
const whole = (parts: string[]) => `% ${parts.join(' ')} %`;

/** Whether the first part of a word may end a longer one, and the last begin one. */
function endsOf({ parts, isLast }: WordTerm): { mayEnd: boolean; mayBegin: boolean } {
  const last = lengthOf(parts.at(-1) ?? '');
  return {
    mayEnd: lengthOf(parts[0] ?? '') >= MIN_PART,
    mayBegin: last >= MIN_PART || (isLast && last === MIN_PART - 1),
  };
}

/** The letters of a word where a part of one is enough; undefined where whole words alone count. */
function lettersOf(term: WordTerm): string | undefined {
  const { mayEnd, mayBegin } = endsOf(term);
  if (!mayEnd && !mayBegin && term.parts.length === 1) return undefined;
  return `%${mayEnd ? '' : ' '}${term.parts.join(' ')}${mayBegin ? '' : ' '}%`;
}

const isWord = (term: Term): term is WordTerm => term.kind === 'word';

interface Sought {
  forms: string;
  letters: string;
}

function soughtOf(terms: Term[]): { forms: string[]; sought: Sought[] } {
  const forms: string[] = [];
  const sought: Sought[] = [];
  for (const term of terms) {
    const letters = isWord(term) ? lettersOf(term) : whole(term.parts);
    const ofTerm = isWord(term) ? inARow(term.parts) : NEVER;
    if (letters === undefined) forms.push(ofTerm);
    else sought.push({ forms: ofTerm, letters });
  }
  return { forms, sought };
}

/** For each filter the marks of which a message has one. */
const markLists = ({ senders, type, has }: Filters): string[][] =>
  [
    senders && senders.length <= MAX_MARKS ? senders.map((id) => `#s${id}`) : [],
    type ? [`#t${type}`] : [],
    has.map((kind) => `#k${kind}`),
  ].filter((choice) => choice.length > 0);

const isSought = ({ forms, letters }: Sought): Sql =>
  sql`(s.forms @@ ${forms}::tsquery or s.words like ${letters})`;

const areSought = (sought: Sought[]): Sql => sql`
  not exists (
    select from unnest(${sought.map(({ forms }) => forms)}::tsquery[], ${sought.map(({ letters }) => letters)}::text[])
      as o (forms, letters)
    where not (s.forms @@ o.forms or s.words like o.letters)
  )`;

const isSentBy = (senders: number[]): Sql => sql`
  ((select m.sender_id from messages m where m.id = s.message_id) in (select unnest(${senders}::bigint[]))) is true`;

function isFree(excluded: Term[]): Sql {
  const forms = excluded.filter(isWord).map(({ parts }) => inARow(parts));
  const phrases = excluded.filter((term) => !isWord(term)).map(({ parts }) => whole(parts));
  return sql`
    (s.forms @@ ${forms.join('|') || NEVER}::tsquery) is not true and s.words not like all (${phrases}::text[])`;
}

type Terms = Pick<Query, 'terms' | 'excluded'>;

/**
 * The condition of a row `s` of search_messages. The condition lets a little too much through, and nothing too little.
 */
export function conditionOf({ terms, excluded }: Terms, filters: Filters): Sql {
  const { senders } = filters;
  const { forms, sought } = soughtOf(terms);
  const exact = [...markLists(filters).map(oneOf), ...forms];
  const more = sought.slice(MAX_SOUGHT);
  const parts = [sql`true`, ...sought.slice(0, MAX_SOUGHT).map(isSought)];
  if (exact.length > 0) parts.push(sql`s.forms @@ ${exact.join('&')}::tsquery`);
  if (more.length > 0) parts.push(areSought(more));
  if (excluded.length > 0) parts.push(isFree(excluded));
  if (senders && senders.length > MAX_MARKS) parts.push(isSentBy(senders));
  return join(parts, ' and ');
}

// The effort of comparing a letter of a text with nothing at all.
const LEAST_EFFORT = 16;

/** How many letters each letter of a text may be compared with. */
export const effortOf = ({ terms, excluded }: Terms): number =>
  [...terms, ...excluded].reduce((sum, { parts }) => sum + parts.join(' ').length, LEAST_EFFORT);

/** One of several ways in which a block may hold what is sought: all of these bits are set. */
type Way = number[];
/** Something that a block must hold in one of these ways. */
type Need = Way[];

// So that the texts of statements are few: needs are asked for their longest words, with so many ways and so many bits.
const MAX_NEEDS = 6;
const WAYS = [1, 2, 4, 8];
const WIDTHS = [8, 12];
const MAX_KEYS_OF_A_PART = 4;
const PAIRS_AT_ONCE = 2;

const wayOf = (keys: Key[]): Way => {
  const hashes = keys.flatMap(hashesOf);
  const width = WIDTHS.find((one) => one >= hashes.length) ?? hashes.length;
  return Array.from({ length: width }, (_, n) => hashes[n % hashes.length] as number);
};

/** The longer runs first: they say more. */
function wayOfPart(part: string): Way {
  const keys = [...gramKeys(part, 4), ...gramKeys(part, 3)];
  const every = Math.max(1, Math.floor(gramKeys(part, 4).length / MAX_KEYS_OF_A_PART));
  const some = keys.filter((_, at) => at % every === 0).slice(0, MAX_KEYS_OF_A_PART);
  return wayOf(some.length > 0 ? some : [beginningKey(part)]);
}

const waysOfForms = (lexemes: string[]): Way[] => lexemes.map((one) => wayOf([formKey(one)]));

function needsOfWord(term: WordTerm): Need[] {
  const { mayEnd, mayBegin } = endsOf(term);
  const last = term.parts.length - 1;
  return term.parts.map((part, at) => {
    const isPart = (at === 0 && mayEnd) || (at === last && mayBegin);
    return [...waysOfForms(formsOf(part)), ...(isPart ? [wayOfPart(part)] : [])];
  });
}

function needsOfPhrase(parts: string[]): Need[] {
  const pairs = parts.slice(1).map((word, at) => pairKey(parts[at] as string, word));
  const needs = parts.map((part): Need => waysOfForms(formsOf(part).slice(0, 1)));
  for (let at = 0; at < pairs.length; at += PAIRS_AT_ONCE) {
    needs.push([wayOf(pairs.slice(at, at + PAIRS_AT_ONCE))]);
  }
  return needs.reverse();
}

const needsOf = (term: Term): Need[] =>
  isWord(term) ? needsOfWord(term) : needsOfPhrase(term.parts);

/** All ways with as many bits, and as many ways as some other need has; undefined where they are too many. */
function inShape(need: Need): Need | undefined {
  const count = WAYS.find((ways) => ways >= need.length);
  if (count === undefined) return undefined;
  return Array.from({ length: count }, (_, n) => need[n % need.length] as Way);
}

const shapeOf = (need: Need): string => need.map(({ length }) => length).join();

const isSet = (hash: number): Sql => sql`get_bit(b.bits, (${hash}::integer % b.size)::bigint) = 1`;
const isMet = (need: Need): Sql =>
  sql`(${join(
    need.map((way) => sql`(${join(way.map(isSet), ' and ')})`),
    ' or ',
  )})`;

/**
 * The condition of a row `b` of search_blocks, as far as its bits tell; undefined where they tell nothing. The
 * condition lets a little too much through, and nothing too little.
 */
export function blocksHold({ terms }: Pick<Query, 'terms'>, filters: Filters): Sql | undefined {
  const all = [...markLists(filters).map(waysOfForms), ...terms.flatMap(needsOf)];
  const needs = all
    .map(inShape)
    .filter((need) => need !== undefined)
    .slice(0, MAX_NEEDS);
  if (needs.length === 0) return undefined;
  const sorted = needs.sort((one, other) => (shapeOf(one) < shapeOf(other) ? -1 : 1));
  return sql`(b.is_stale or b.bits is null or ${join(sorted.map(isMet), ' and ')})`;
}
