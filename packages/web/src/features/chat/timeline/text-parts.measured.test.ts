import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ana, fill, mentions, run } from '../../../test/hostile-texts.ts';
import { textParts } from './text-parts.ts';

describe('ten thousand characters of anything', () => {
  function timeOf(text: string): number {
    const before = performance.now();
    textParts(text, mentions);
    return performance.now() - before;
  }

  /**
   * Other work of the machine only adds to a time, so the least times of several rounds are compared; if they differ,
   * more rounds follow.
   */
  function growsAsItDoes(half: string, whole: string): boolean {
    let [leastOfHalf, leastOfWhole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 1; round <= 40; round += 1) {
      leastOfHalf = Math.min(leastOfHalf, timeOf(half));
      leastOfWhole = Math.min(leastOfWhole, timeOf(whole));
      // Some milliseconds of tolerance, because times near zero cannot be compared by a factor.
      if (round >= 5 && leastOfWhole <= 3 * (leastOfHalf + 3)) return true;
      if (round * leastOfWhole > 2_000) return false;
    }
    return false;
  }

  test.each([
    ['numbers and dots', '1.'.repeat(4_997)],
    ['letters and dots', 'a.'.repeat(4_997)],
    ['letters and slashes', 'a/'.repeat(4_997)],
    ['parts of e-mails', 'a@'.repeat(4_997)],
    ['beginnings of mentions', '@a'.repeat(4_997)],
    ['mentions', `@${ana.email}`.repeat(555)],
    ['what is nearly a mention', `@${'a'.repeat(60)}@${'a.'.repeat(100)}`.repeat(38)],
    ['links and brackets', 'http://a.es/(['.repeat(714)],
  ])('of one kind are told apart in a time that grows as they do: %s', (_, filling) => {
    expect(growsAsItDoes(`${filling} a.es`, `${filling}${filling} a.es`)).toBe(true);
  });

  test('of many kinds are told apart in a time that grows as they do', () => {
    fc.assert(
      fc.property(run, (kind) => growsAsItDoes(fill(kind, 10_000), fill(kind, 20_000))),
      { numRuns: 60 },
    );
  });
});
