/** In lines, what is shown of a tall text until its reader asks for more. */
export const FOLDED_LINES = 24;
const MANY_BREAKS = FOLDED_LINES + 6;
const MANY_LETTERS = 4_000;
/** As wide as a line, or as a word. */
const WIDE = /[\ufdfd\u{12000}-\u{1254f}]/gu;
const WIDTH_OF_WIDE = 20;

/** Whether so much of it would push all other messages off the screen (rules/messages 33). */
export function isTall(content: string): boolean {
  if (content.length <= MANY_BREAKS) return false;
  const breaks = content.split('\n', MANY_BREAKS + 2).length - 1;
  if (breaks > MANY_BREAKS || content.length > MANY_LETTERS) return true;
  const wide = content.match(WIDE)?.length ?? 0;
  return content.length + wide * WIDTH_OF_WIDE > MANY_LETTERS;
}
