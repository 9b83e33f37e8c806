/** More marks on one letter than any script has; what is beyond costs a browser as much as the square of them. */
const MARKS = 64;
const ENDLESS_MARKS = new RegExp(`(\\p{M}{${MARKS}})\\p{M}+`, 'gu');

/** The text with no more marks on a letter than can be drawn. */
export const drawable = (content: string): string =>
  content.length > MARKS ? content.replace(ENDLESS_MARKS, '$1') : content;

/** More changes of direction than words can make: a browser draws each run by itself. */
const TURNS = 2_500;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]+/gu;

/** Its directions make no sense any more: it is drawn in one. */
export const turnsEndlessly = (content: string): boolean =>
  content.length > 2 * TURNS && (content.match(RIGHT_TO_LEFT)?.length ?? 0) > TURNS;
