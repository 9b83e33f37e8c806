import { join, type Sql, sql } from '../../db/database.ts';
import { formsOf } from '../search-index/language/forms.ts';
import { pairMarks } from '../search-index/language/marks.ts';
import type { Query, Term } from './query/query.ts';

/** What narrows a search besides its words. */
export interface Filters {
  senders: number[] | undefined;
  type: string | undefined;
  has: Query['has'];
}

/** What is known of the index. */
export interface Known {
  /** The words that a pattern finds; undefined for more than can be asked for at once. */
  wordsLike(pattern: string): string[] | undefined;
  /** It knows which words stand side by side. */
  hasPairs: boolean;
}

type WordTerm = Extract<Term, { kind: 'word' }>;

/** Shorter words are found whole. */
const MIN_PART = 3;
// More are compared one after the other, so that the texts of statements are few.
const MAX_SOUGHT = 4;
// To compare more senders with the marks of each row takes longer than to look its sender up.
const MAX_MARKS = 64;
// Words too long to have forms.
const LONG = '#long';

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

/** For each part of a word the pattern of the words that hold it; undefined for one that is found whole. */
function patternsOf(term: WordTerm): (string | undefined)[] {
  const { mayEnd, mayBegin } = endsOf(term);
  const last = term.parts.length - 1;
  return term.parts.map((part, at) => {
    const before = at === 0 && mayEnd ? '%' : '';
    const after = at === last && mayBegin ? '%' : '';
    return before || after ? `${before}${part}${after}` : undefined;
  });
}

const isWord = (term: Term): term is WordTerm => term.kind === 'word';

/** Of all parts of words that may be parts of longer ones. */
export const allPatterns = (terms: Term[]): string[] => [
  ...new Set(
    terms
      .filter(isWord)
      .flatMap(patternsOf)
      .filter((pattern) => pattern !== undefined),
  ),
];

/** The forms of a term's parts, wherever they stand; none of a part that too many words hold. */
function formsOfTerm(term: Term, { wordsLike }: Known): string[] {
  const patterns = isWord(term) ? patternsOf(term) : [];
  return term.parts.flatMap((part, at) => {
    const pattern = patterns[at];
    if (pattern === undefined) return [oneOf(formsOf(part))];
    const words = wordsLike(pattern);
    return words ? [oneOf([...formsOf(part), ...words.flatMap(formsOf), LONG])] : [];
  });
}

/** Of a phrase: its words may be common, but seldom stand side by side. */
const pairsOfTerm = (term: Term): string[] =>
  isWord(term) ? [] : pairMarks(term.parts).map(lexeme);

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

const marksOf = ({ senders, type, has }: Filters): string[] =>
  [
    senders && senders.length <= MAX_MARKS ? senders.map((id) => `#s${id}`) : [],
    type ? [`#t${type}`] : [],
    has.map((kind) => `#k${kind}`),
  ]
    .filter((choice) => choice.length > 0)
    .map(oneOf);

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
  const exact = [...marksOf(filters), ...forms];
  const more = sought.slice(MAX_SOUGHT);
  const parts = [sql`true`, ...sought.slice(0, MAX_SOUGHT).map(isSought)];
  if (exact.length > 0) parts.push(sql`s.forms @@ ${exact.join('&')}::tsquery`);
  if (more.length > 0) parts.push(areSought(more));
  if (excluded.length > 0) parts.push(isFree(excluded));
  if (senders && senders.length > MAX_MARKS) parts.push(isSentBy(senders));
  return join(parts, ' and ');
}

/** The same as far as forms and marks say it, of which there is an index; empty where they say nothing. */
export const indexedForms = (terms: Term[], filters: Filters, known: Known): string[] => [
  ...marksOf(filters),
  ...(known.hasPairs ? terms.flatMap(pairsOfTerm) : []),
  ...terms.flatMap((term) => formsOfTerm(term, known)),
];

/** Rows of these chats, by the marks of their chats. */
export const markedAs = (chatIds: number[]): string => oneOf(chatIds.map((id) => `#c${id}`));
