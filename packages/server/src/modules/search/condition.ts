import { join, type Sql, sql } from '../../db/database.ts';
import { formsOf } from '../search-index/language/forms.ts';
import type { Query, Term } from './query/query.ts';

/** What narrows a search besides its words. */
export interface Filters {
  senders: number[] | undefined;
  type: string | undefined;
  has: Query['has'];
}

export type WordTerm = Extract<Term, { kind: 'word' }>;

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
export function endsOf({ parts, isLast }: WordTerm): { mayEnd: boolean; mayBegin: boolean } {
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

export const isWord = (term: Term): term is WordTerm => term.kind === 'word';

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

/** Of each filter the marks of which a message has one. */
export const markLists = ({ senders, type, has }: Filters): string[][] =>
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

/** What a row `s` of search_messages has to meet. It lets a little too much through, and nothing too little. */
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

// What it takes to compare a letter of a text with nothing at all.
const LEAST_EFFORT = 16;

/** How many letters each letter of a text may be compared with. */
export const effortOf = ({ terms, excluded }: Terms): number =>
  [...terms, ...excluded].reduce((sum, { parts }) => sum + parts.join(' ').length, LEAST_EFFORT);
