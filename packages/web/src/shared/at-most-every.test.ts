import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once, and many calls in a row once more', () => {
  const work = vi.fn();
  const call = atMostEvery(1000, work);
  for (let calls = 0; calls < 50; calls++) call();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
});

it('runs at once again after a rest', () => {
  const work = vi.fn();
  const call = atMostEvery(1000, work);
  call();
  vi.advanceTimersByTime(1000);
  call();
  expect(work).toHaveBeenCalledTimes(2);
});
