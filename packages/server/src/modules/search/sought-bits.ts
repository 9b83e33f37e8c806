import { join, type Sql, sql } from '../../db/database.ts';
import {
  beginningKey,
  formKey,
  gramKeys,
  hashesOf,
  type Key,
  pairKey,
} from '../search-index/language/block-keys.ts';
import { formsOf } from '../search-index/language/forms.ts';
import { endsOf, type Filters, isWord, markLists, type WordTerm } from './condition.ts';
import type { Query, Term } from './query/query.ts';

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
 * What a row `b` of search_blocks has to hold, as far as its bits tell; undefined where they tell nothing. It lets a
 * little too much through, and nothing too little.
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
