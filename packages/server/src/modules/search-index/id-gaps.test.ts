import { expect, test } from 'vitest';
import { gapsAmong, mergeGaps, withoutIds } from './index-batch.ts';

test('ids that were passed over are remembered, in ranges', () => {
  expect(gapsAmong(10, 20, [11, 14, 15, 18])).toEqual([
    { first: 12, last: 13 },
    { first: 16, last: 17 },
    { first: 19, last: 20 },
  ]);
  expect(gapsAmong(10, 12, [11, 12])).toEqual([]);
  expect(gapsAmong(10, 10, [])).toEqual([]);
  expect(gapsAmong(0, 3, [])).toEqual([{ first: 1, last: 3 }]);
});

test('an id that has come divides its gap, and leaves the others', () => {
  const gaps = [
    { first: 1, last: 5, until: 70 },
    { first: 8, last: 8, until: 71 },
    { first: 9, last: 9, until: 72 },
  ];
  expect(withoutIds(gaps, [1, 3, 8])).toEqual([
    { first: 2, last: 2, until: 70 },
    { first: 4, last: 5, until: 70 },
    { first: 9, last: 9, until: 72 },
  ]);
});

test('however many there are, few are kept, and none of their ids is forgotten', () => {
  const gaps = Array.from({ length: 1_000 }, (_, n) => ({
    first: 3 * n + 1,
    last: 3 * n + 2,
    until: n,
  }));
  const merged = mergeGaps(gaps);
  expect(merged).toHaveLength(200);
  expect(merged[0]).toEqual({ first: 1, last: 2_402, until: 800 });
  expect(merged.at(-1)).toEqual(gaps.at(-1));
  for (const { first, last } of gaps) {
    expect(merged.some((one) => one.first <= first && one.last >= last)).toBe(true);
  }
});
