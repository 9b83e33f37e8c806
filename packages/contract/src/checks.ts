import type { MessageType } from './messages.ts';

/** The value; where there is none, throws what is missing. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`There is no ${what}`);
  return value;
}

/** The first of them, where there has to be one. */
export function firstOf<T>(list: readonly T[] | null | undefined): T {
  return required(list?.[0], 'first one');
}

const SEEN_ASCII = /[!-~]/;
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}]*$/u;

/** Nothing of the text is seen: it is empty, or white space and characters that Unicode lets a program ignore. */
export const isBlank = (text: string): boolean =>
  // Most texts say at once that they are not.
  !SEEN_ASCII.test(text) && UNSEEN.test(text.normalize('NFKC'));

// The list the runtime knows may be older than the emoji, so what is built like one passes too.
const EMOJI =
  /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?)*)$/v;
const LONGEST = 40;

/** Exactly one emoji, whatever its skin tone or how many parts it joins (rules/reactions 1). */
export const isEmoji = (text: string): boolean => text.length <= LONGEST && EMOJI.test(text);

const IMAGE = /\.(?:jpe?g|png|gif|webp|bmp|svg)$/i;

/** How a chosen file is sent: as IMAGE by its extension, whatever the case, otherwise as FILE (rules/files 1). */
export const fileTypeOf = (fileName: string): MessageType =>
  IMAGE.test(fileName) ? 'IMAGE' : 'FILE';
