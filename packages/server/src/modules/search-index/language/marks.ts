/** Marks stand among the forms of a message: words that no text can hold, since every other one is of letters, digits or emoji. */

/** Spans of time that are marked, in seconds: about an hour, a day, two weeks. */
export const PERIODS = [2 ** 12, 2 ** 16, 2 ** 20] as const;
const PERIOD_NAMES = ['h', 'd', 'f'];

/** The mark of the nth span of this length since 1970. */
export const periodMark = (level: number, nth: number): string =>
  `#${PERIOD_NAMES[level]}${nth.toString(36)}`;

/** When something was sent, so that the newest can be asked for alone; none for an instant that is no number. */
export const periodMarks = (ms: number): string[] =>
  Number.isNaN(ms)
    ? []
    : PERIODS.map((seconds, level) => periodMark(level, Math.floor(ms / 1000 / seconds)));

// So many that a mark stands for few pairs, and so few that a send's marks are written where others were just written.
const PAIRS = 2 ** 12;
const [FNV_OFFSET, FNV_PRIME] = [0x811c9dc5, 0x01000193];

function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Two words that stand side by side. Pairs may share a mark, so it leads to a phrase and does not prove it. */
const pairMark = (one: string, other: string): string =>
  `#p${(hashOf(`${one} ${other}`) % PAIRS).toString(36)}`;

/** Of words in a row, each once. */
export const pairMarks = (words: string[]): string[] => [
  ...new Set(words.slice(1).map((word, at) => pairMark(words[at] as string, word))),
];
