import { fold } from './fold.ts';

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
