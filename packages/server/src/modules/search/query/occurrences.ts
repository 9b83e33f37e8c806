import { fold, formsOf, type Token, tokensOf } from '@chat/spanish/forms';

/** A marked part of a text: `start` and `end` in UTF-16 units. */
export interface Hit {
  start: number;
  end: number;
}

/** From as many letters on a word may be part of another, as it was typed. */
const MIN_PART = 3;
const lettersOf = (word: string): number => [...word].length;

/** Where a word stands: in one of its forms, as part of another, or, being typed still, at the beginning of one. */
export function findWord(
  searched: SearchedText,
  word: string,
  isLast: boolean,
  most: number,
): Hit[] {
  const { text, tokens } = searched;
  const whole = new Set(searched.withForms(formsOf(word), most));
  const parts = partsIn(searched, word, isLast, most);
  const places = [...new Set([...whole, ...parts.keys()])].sort((one, other) => one - other);
  return places.slice(0, most).map((at) => {
    const token = tokens[at] as Token;
    const from = parts.get(at) ?? 0;
    return whole.has(at) ? token : letterHit(text, token, from, from + word.length);
  });
}

function partsIn(searched: SearchedText, word: string, isLast: boolean, most: number) {
  const letters = lettersOf(word);
  if (letters >= MIN_PART) return searched.withLetters(word, most, 'anywhere');
  if (isLast && letters === 2) return searched.withLetters(word, most, 'begin');
  return new Map<number, number>();
}

/** How parts that stand side by side are compared with words; 'typed' lets the outer ones be parts of words. */
type Comparison = 'whole' | 'typed' | 'forms';

// How a token fits a part of a row: not at all, as the whole part, or with the part at its outer end.
const [NONE, WHOLE, OUTER] = [0, 1, 2];

/** How each token fits this part. */
function fitsOf(
  searched: SearchedText,
  parts: readonly string[],
  part: number,
  as: Comparison,
): Uint8Array {
  const { tokens } = searched;
  const fits = new Uint8Array(tokens.length);
  const word = parts[part] ?? '';
  const same =
    as === 'forms' ? searched.withForms(formsOf(word), tokens.length) : searched.withWord(word);
  if (as === 'typed' && lettersOf(word) >= MIN_PART) {
    const isFirst = part === 0;
    const isLast = part === parts.length - 1;
    for (const [at, token] of tokens.entries()) {
      if (isFirst && token.word.endsWith(word)) fits[at] = OUTER;
      else if (isLast && token.word.startsWith(word)) fits[at] = OUTER;
    }
  }
  for (const at of same) fits[at] = WHOLE;
  return fits;
}

const hasAny = (fits: Uint8Array): boolean => fits.includes(WHOLE) || fits.includes(OUTER);

// Asked for each token of long texts, so without a function for each part.
function isRow(fits: Uint8Array[], first: number): boolean {
  for (let part = 0; part < fits.length; part++) {
    if (fits[part]?.[first + part] === NONE) return false;
  }
  return true;
}

/** Where all the parts stand side by side; what no blank separates is one hit. The first ones, `most` of them. */
export function findRows(
  searched: SearchedText,
  parts: readonly string[],
  as: Comparison,
  most: number,
): Hit[] {
  const { text, tokens } = searched;
  const known = new Map<string, Uint8Array>();
  const fits = parts.map((word, part) => {
    // Inner parts are compared alike wherever they stand.
    const key = part === 0 || part === parts.length - 1 ? `${part} ${word}` : word;
    const one = known.get(key) ?? fitsOf(searched, parts, part, as);
    known.set(key, one);
    return one;
  });
  const hits: Hit[] = [];
  if (!fits.every(hasAny)) return hits;
  for (let first = 0, rows = 0; first + parts.length <= tokens.length && rows < most; first++) {
    if (!isRow(fits, first)) continue;
    rows++;
    const row = fits.map((fit, part) =>
      hitOf(text, tokens[first + part] as Token, parts[part] ?? '', {
        isWhole: fit[first + part] === WHOLE,
        isFirst: part === 0,
      }),
    );
    hits.push(...joinUnseparated(text, row));
  }
  return hits;
}

/** The first part may end a word, the last one may begin one. */
function hitOf(
  text: string,
  token: Token,
  word: string,
  { isWhole, isFirst }: { isWhole: boolean; isFirst: boolean },
): Hit {
  if (isWhole) return token;
  const { length } = token.word;
  return isFirst
    ? letterHit(text, token, length - word.length, length)
    : letterHit(text, token, 0, word.length);
}

function joinUnseparated(text: string, row: Hit[]): Hit[] {
  const joined: Hit[] = [];
  for (const { start, end } of row) {
    const last = joined.at(-1);
    if (last && !/\s/.test(text.slice(last.end, start))) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

/** For each sign of a word, the number of folded letters before it, and its position in the text. */
interface Signs {
  before: number[];
  places: number[];
}

// Many terms may stand in one long word.
const signsOfTokens = new WeakMap<Token, Signs>();

function signsOf(text: string, token: Token): Signs {
  const known = signsOfTokens.get(token);
  if (known) return known;
  const signs: Signs = { before: [0], places: [token.start] };
  const lengths = new Map<string, number>();
  for (const sign of text.slice(token.start, token.end)) {
    const length = lengths.get(sign) ?? fold(sign).length;
    lengths.set(sign, length);
    signs.before.push((signs.before.at(-1) ?? 0) + length);
    signs.places.push((signs.places.at(-1) ?? token.start) + sign.length);
  }
  signsOfTokens.set(token, signs);
  return signs;
}

/** Where letters of a folded word stand in the text as it was written. */
function letterHit(text: string, token: Token, from: number, to: number): Hit {
  const { word, start, end } = token;
  if (end - start === word.length) return { start: start + from, end: start + to };
  const { before, places } = signsOf(text, token);
  // A sign that folds to nothing, such as a separate accent, goes with the letter before it.
  const last = before.findLastIndex((folded) => folded <= to);
  const first = before.findLastIndex((folded) => folded <= from);
  return { start: places[first] ?? start, end: before[last] === to ? (places[last] ?? end) : end };
}

/** A text that terms are looked for in: its words are looked up, however many terms there are. */
export interface SearchedText {
  text: string;
  tokens: Token[];
  /** The tokens that are this word. */
  withWord(word: string): readonly number[];
  /** The tokens that have one of these forms; the first `most` of each form. */
  withForms(forms: readonly string[], most: number): number[];
  /** The first `most` tokens that hold these letters, or begin with them, and where. */
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

/** The first words that hold these letters, and where in the word. `sought` may begin before a word. */
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
      const alike = new Set(forms.flatMap((form) => ofForms?.get(form) ?? []));
      const places = [...alike].map((word) => words.get(word)?.slice(0, most) ?? []);
      // Each word's places rise, and no token is two words: one word alone needs no sorting.
      const [first = [], ...more] = places;
      if (more.length === 0) return first;
      return places
        .flat()
        .sort((one, other) => one - other)
        .slice(0, most);
    },
    withLetters(letters, most, where) {
      inRow ??= inARow(tokens);
      return findLetters(inRow, where === 'begin' ? BETWEEN + letters : letters, most);
    },
  };
}
