import { PERIODS, periodMark } from '../search-index/language/marks.ts';

/** A span of time that marks tell. */
export interface Period {
  /** As a `tsquery`. */
  marks: string;
  /** ms since 1970. */
  since: number;
}

// The more marks are compared, the longer it takes; the longest spans are many where the period is years.
const MAX_MARKS = [16, 16, 64];

/** So short a period cannot be made shorter; in ms. */
export const SHORTEST = PERIODS[0] * 1000;
/** No longer period can be told by marks. */
export const LONGEST = PERIODS[2] * 1000 * 63;

/** The time before an instant, not shorter than asked for; undefined for all there is before. */
export function periodBefore(end: number, length: number): Period | undefined {
  for (const [level, seconds] of PERIODS.entries()) {
    const nth = (ms: number) => Math.floor(ms / 1000 / seconds);
    const first = nth(end - length);
    const count = nth(end) - first + 1;
    // Not so for an instant that is no number either.
    if (!(count <= (MAX_MARKS[level] ?? 0))) continue;
    const marks = Array.from({ length: count }, (_, n) => `'${periodMark(level, first + n)}'`);
    return { marks: `(${marks.join('|')})`, since: first * seconds * 1000 };
  }
  return undefined;
}
