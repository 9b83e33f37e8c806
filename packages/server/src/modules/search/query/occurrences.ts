import { fold } from '../../search-index/language/fold.ts';
import { formsOf } from '../../search-index/language/forms.ts';
import { type Token, tokensOf } from '../../search-index/language/tokens.ts';

/** What is marked of a text: `start` and `end` in UTF-16 units. */
export interface Hit {
  start: number;
  end: number;
}

export interface SearchedText {
  text: string;
  tokens: Token[];
  /** The forms of each token, once they are asked for. */
  forms: (string[] | undefined)[];
}

export const readText = (text: string): SearchedText => ({
  text,
  tokens: tokensOf(text),
  forms: [],
});

/** From as many letters on a word may be part of another, as it was typed. */
const MIN_PART = 3;
const lettersOf = (word: string): number => [...word].length;

/** Where a word stands: in one of its forms, as part of another, or, being typed still, at the beginning of one. */
export function findWord(
  { text, tokens, forms }: SearchedText,
  word: string,
  isLast: boolean,
): Hit[] {
  const wanted = formsOf(word);
  const letters = lettersOf(word);
  const find = (token: Token): number => {
    if (letters >= MIN_PART) return token.word.indexOf(word);
    return isLast && letters === 2 && token.word.startsWith(word) ? 0 : -1;
  };
  return tokens.flatMap((token, at) => {
    if (sharesForm(wanted, formsAt({ tokens, forms }, at))) return [token];
    const found = find(token);
    return found < 0 ? [] : [letterHit(text, token, found, found + word.length)];
  });
}

/** How parts that stand side by side are compared with words; 'typed' lets the outer ones be parts of words. */
type Comparison = 'whole' | 'typed' | 'forms';

/** Where all the parts stand side by side; what no blank separates is one hit. */
export function findRows(searched: SearchedText, parts: readonly string[], as: Comparison): Hit[] {
  const { text, tokens } = searched;
  const wanted = as === 'forms' ? parts.map(formsOf) : [];
  const hitAt = (at: number, part: number): Hit | undefined => {
    const token = tokens[at];
    const word = parts[part] ?? '';
    if (!token) return undefined;
    if (as === 'forms') {
      return sharesForm(wanted[part] ?? [], formsAt(searched, at)) ? token : undefined;
    }
    if (token.word === word) return token;
    return as === 'typed' ? outerPart(text, token, word, part, parts.length) : undefined;
  };
  return tokens.flatMap((_, first) => {
    const row: Hit[] = [];
    for (const part of parts.keys()) {
      const hit = hitAt(first + part, part);
      if (!hit) return [];
      row.push(hit);
    }
    return joinUnseparated(text, row);
  });
}

/** The first part may end a word, the last one may begin one. */
function outerPart(
  text: string,
  token: Token,
  word: string,
  part: number,
  parts: number,
): Hit | undefined {
  if (lettersOf(word) < MIN_PART) return undefined;
  const { length } = token.word;
  if (part === 0 && token.word.endsWith(word)) {
    return letterHit(text, token, length - word.length, length);
  }
  return part === parts - 1 && token.word.startsWith(word)
    ? letterHit(text, token, 0, word.length)
    : undefined;
}

function formsAt({ tokens, forms }: Pick<SearchedText, 'tokens' | 'forms'>, at: number): string[] {
  forms[at] ??= formsOf(tokens[at]?.word ?? '');
  return forms[at];
}

const sharesForm = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((form) => others.includes(form));

function joinUnseparated(text: string, row: Hit[]): Hit[] {
  const joined: Hit[] = [];
  for (const { start, end } of row) {
    const last = joined.at(-1);
    if (last && !/\s/.test(text.slice(last.end, start))) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

/** Where letters of a folded word stand in the text as it was written. */
function letterHit(text: string, { word, start, end }: Token, from: number, to: number): Hit {
  if (end - start === word.length) return { start: start + from, end: start + to };
  const before = [0];
  const places = [start];
  for (const sign of text.slice(start, end)) {
    before.push((before.at(-1) ?? 0) + fold(sign).length);
    places.push((places.at(-1) ?? start) + sign.length);
  }
  // What folds to nothing, as an accent of its own, goes with the letter before it.
  const last = before.findLastIndex((folded) => folded <= to);
  const first = before.findLastIndex((folded) => folded <= from);
  return { start: places[first] ?? start, end: before[last] === to ? (places[last] ?? end) : end };
}
