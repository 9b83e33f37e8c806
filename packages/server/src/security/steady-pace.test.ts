import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenBucket } from './limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('so many at a stretch, then so many a second, each key for itself', () => {
  const pace = tokenBucket({ aSecond: 100, burst: 3 });
  expect(Array.from({ length: 4 }, () => pace('robot'))).toEqual([0, 0, 0, 10]);
  expect(pace('ana')).toBe(0);
  vi.advanceTimersByTime(9);
  expect(pace('robot')).toBe(1);
  vi.advanceTimersByTime(1);
  expect([pace('robot'), pace('robot')]).toEqual([0, 10]);
  vi.advanceTimersByTime(60_000);
  expect(Array.from({ length: 4 }, () => pace('robot'))).toEqual([0, 0, 0, 10]);
});
