import { formsOf } from '../../search-index/language/forms.ts';
import { type Token, tokensOf } from '../../search-index/language/tokens.ts';

/** A text that terms are looked for in: its words are looked up, however many terms there are. */
export interface SearchedText {
  text: string;
  tokens: Token[];
  /** Which tokens are this word. */
  withWord(word: string): readonly number[];
  /** Which tokens have one of these forms; of each form the first ones, `most` of them. */
  withForms(forms: readonly string[], most: number): number[];
  /** Which tokens hold these letters, or begin with them, and where: the first ones, `most` of them. */
  withLetters(letters: string, most: number, where: 'anywhere' | 'begin'): Map<number, number>;
}

type Positions = Map<string, number[]>;

function note(positions: Positions, key: string, at: number): void {
  const known = positions.get(key);
  if (known) known.push(at);
  else positions.set(key, [at]);
}

function positionsOfWords(tokens: Token[]): Positions {
  const positions: Positions = new Map();
  for (const [at, { word }] of tokens.entries()) note(positions, word, at);
  return positions;
}

/** Each word is read for its forms once, however often it stands there. */
function wordsOfForms(words: Positions): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const word of words.keys()) {
    for (const form of new Set(formsOf(word))) {
      const known = found.get(form);
      if (known) known.push(word);
      else found.set(form, [word]);
    }
  }
  return found;
}

// No word holds it.
const BETWEEN = '\n';

/** All words in a row, and where each begins there. */
function inARow(tokens: Token[]): { row: string; begins: number[] } {
  let row = BETWEEN;
  const begins: number[] = [];
  for (const { word } of tokens) {
    begins.push(row.length);
    row += word + BETWEEN;
  }
  return { row, begins };
}

/** Which words hold these letters, and where in the word: the first ones. `sought` may begin before a word. */
function findLetters(
  { row, begins }: ReturnType<typeof inARow>,
  sought: string,
  most: number,
): Map<number, number> {
  const found = new Map<number, number>();
  const endOf = (at: number) => (begins[at + 1] ?? row.length) - BETWEEN.length;
  let at = 0;
  for (let from = 0; found.size < most; from = endOf(at)) {
    const place = row.indexOf(sought, from);
    if (place < 0) break;
    const first = sought.startsWith(BETWEEN) ? place + BETWEEN.length : place;
    while (endOf(at) < first) at++;
    // A word counts once.
    found.set(at, first - (begins[at] ?? 0));
  }
  return found;
}

export function readText(text: string): SearchedText {
  const tokens = tokensOf(text);
  const words = positionsOfWords(tokens);
  let ofForms: Map<string, string[]> | undefined;
  let inRow: ReturnType<typeof inARow> | undefined;
  return {
    text,
    tokens,
    withWord: (word) => words.get(word) ?? [],
    withForms(forms, most) {
      ofForms ??= wordsOfForms(words);
      const found = new Set<number>();
      for (const word of new Set(forms.flatMap((form) => ofForms?.get(form) ?? []))) {
        for (const at of words.get(word)?.slice(0, most) ?? []) found.add(at);
      }
      return [...found].sort((one, other) => one - other).slice(0, most);
    },
    withLetters(letters, most, where) {
      inRow ??= inARow(tokens);
      return findLetters(inRow, where === 'begin' ? BETWEEN + letters : letters, most);
    },
  };
}
