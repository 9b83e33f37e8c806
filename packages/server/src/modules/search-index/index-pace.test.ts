import { expect, test } from 'vitest';
import type { Batch } from './index-batch.ts';
import { embeddedProfile, IndexPace, type LoadProfile, serverProfile } from './indexer.ts';

const batch = (more: Partial<Batch>): Batch => ({
  count: 16,
  durationMs: 4,
  newestId: 1_000,
  isBehind: false,
  hasGaps: false,
  hadStaleBlocks: false,
  oldMessages: 0,
  ...more,
});

/** The pause after a batch, with `rate` messages a second since then and one a second before. */
function restAt(rate: number, more: Partial<Batch>, profile: LoadProfile = serverProfile): number {
  const pace = new IndexPace(profile, 0);
  pace.restAfter(batch({}), 1_000);
  return pace.restAfter(batch({ newestId: 1_000 + rate, ...more }), 2_000);
}

test('people have the database at least half of the time', () => {
  expect(restAt(0, {})).toBe(4);
  expect(restAt(200, { count: 40, durationMs: 60, isBehind: true })).toBe(60);
});

test('in a flood sends go first', () => {
  expect(restAt(2_000, { isBehind: true })).toBe(4 * 99);
});

test('on a machine for which it is none they wait no longer than after a burst', () => {
  expect(restAt(2_000, { isBehind: true, durationMs: 0.1 })).toBeCloseTo(0.1 * 9);
});

test.each([
  [serverProfile, 4 * 9],
  [embeddedProfile, 4 * 19],
])('while people send, what a burst has left takes a small part of the time', (profile, rest) => {
  expect(restAt(50, { count: 32, isBehind: true }, profile)).toBe(rest);
});

test('what a burst has left is read twice as fast as people write', () => {
  const rest = restAt(200, { count: 40, durationMs: 12, isBehind: true });
  expect(40 / (rest + 12)).toBeCloseTo((2 * 200) / 1_000);
});

test('what a flood has left is read once it is over', () => {
  expect(restAt(0, { isBehind: true })).toBe(4);
});

test.each([
  [serverProfile, 4 * 9],
  [embeddedProfile, 4 * 19],
])('while people send, what was there before waits', (profile, rest) => {
  expect(restAt(50, { oldMessages: 10_000 }, profile)).toBe(rest);
  expect(restAt(0, { oldMessages: 10_000 }, profile)).toBe(4);
});

test('a batch takes as many as fit into its time', () => {
  const pace = new IndexPace(embeddedProfile);
  const limits = [1, 1, 6, 4, 1].map((durationMs) => {
    pace.restAfter(batch({ count: pace.limit, durationMs }));
    return pace.limit;
  });
  expect(limits).toEqual([32, 64, 32, 32, 64]);
  for (let n = 0; n < 20; n++) pace.restAfter(batch({ count: pace.limit, durationMs: 50 }));
  expect(pace.limit).toBe(16);
  for (let n = 0; n < 20; n++) pace.restAfter(batch({ count: pace.limit, durationMs: 1 }));
  expect(pace.limit).toBe(256);
});
