/** In lines, what is shown of a tall text until its reader asks for more. */
export const FOLDED_LINES = 24;
const MANY_BREAKS = FOLDED_LINES + 6;
const MANY_LETTERS = 4_000;
/** As wide as a line, or as a word. */
const WIDE = /[\ufdfd\u{12000}-\u{1254f}]/gu;
const WIDTH_OF_WIDE = 20;

/** They stand over and under their letters. */
const MARKS = /[\p{Mn}\p{Me}]+/gu;

/** Without what takes no room of its own. */
export const withoutMarks = (content: string): string => content.replace(MARKS, '');

/** Whether so much of it would push all other messages off the screen (rules/messages 37). */
export function isTall(content: string): boolean {
  // Most texts are short.
  if (content.length <= MANY_BREAKS) return false;
  if (content.split('\n', MANY_BREAKS + 2).length - 1 > MANY_BREAKS) return true;
  const wide = content.match(WIDE)?.length ?? 0;
  if (content.length + wide * WIDTH_OF_WIDE <= MANY_LETTERS) return false;
  return withoutMarks(content).length + wide * WIDTH_OF_WIDE > MANY_LETTERS;
}
