// What nobody sees, skin tones, and what encloses a sign (the keycap of an emoji).
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\p{Me}]/gu;
const LETTERS = /[\p{L}\p{N}\p{M}]+/gu;
const ACCENTS = /[\u0300-\u036f]/g;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]/gu;
const PLAIN = /^[\n -@[-~]*$/;

/** One form for what people take as the same: no case, no accents, ñ as n, no skin tones, nothing unseen. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower.replace(UNSEEN, '').replace(LETTERS, foldLetters);
}

// Signs that stand for several ('½', 'ﷺ') keep their letters and digits alone, so that a word stays one word.
const foldLetters = (letters: string): string =>
  PLAIN.test(letters)
    ? letters
    : letters
        .normalize('NFKD')
        .toLowerCase()
        .replace(ACCENTS, '')
        .replaceAll('ς', 'σ')
        .normalize('NFKC')
        .replace(NO_LETTERS, '');
