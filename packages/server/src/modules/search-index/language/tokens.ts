/** `start` and `end` in the text as it was given, in UTF-16 units. */
export interface Token {
  word: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\p{Default_Ignorable_Code_Point}]*/u;
const FLAG = /\p{Regional_Indicator}{2}/u;
// The sign Ⓜ is the only one with a small letter, which it is folded to.
const EMOJI = /[\p{Extended_Pictographic}ⓜ](?:\p{Emoji_Modifier}|\ufe0f|\p{Me})*/u;
const JOINED_EMOJI = new RegExp(`${EMOJI.source}(?:\\u200d${EMOJI.source})*`, 'u');
const TOKEN = new RegExp([WORD, FLAG, JOINED_EMOJI].map(({ source }) => source).join('|'), 'gu');

/** The words of a text: runs of letters and digits, folded; an emoji is a word of its own. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: sign, index } of text.matchAll(TOKEN)) {
    const word = fold(sign);
    if (word !== '') tokens.push({ word, start: index, end: index + sign.length });
  }
  return tokens;
}

// Invisible characters, skin tones, and marks that enclose a sign (the keycap of an emoji).
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\p{Me}]/gu;
const LETTERS = /[\p{L}\p{N}\p{M}]+/gu;
const ACCENTS = /[\u0300-\u036f]/g;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]/gu;
// Letters of names from elsewhere, as people without such a key write them.
const SPELLED_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ς: 'σ',
};
const SPELLED = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'g');
const PLAIN = /^[\n -@[-~]*$/;

/** One form for what people take as the same: no case, no accents, ñ as n, ß as ss, no skin tones, nothing unseen. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower.replace(UNSEEN, '').replace(LETTERS, foldLetters);
}

// Signs that stand for several ('½', 'ﷺ') keep their letters and digits alone, so that a word stays one word.
// Signs that are no letters go before the last normalization: marks that stood apart must still get their order.
const foldLetters = (letters: string): string =>
  PLAIN.test(letters)
    ? letters
    : letters
        .normalize('NFKD')
        .toLowerCase()
        .replace(ACCENTS, '')
        .replace(NO_LETTERS, '')
        .replace(SPELLED, (letter) => SPELLED_OUT[letter] ?? letter)
        .normalize('NFKC');
