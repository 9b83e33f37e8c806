import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTypingLimit } from './typing-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('it may be told again after 3 s, and meanwhile of others and of other chats', async () => {
  const mayTell = createTypingLimit(undefined);
  expect([await mayTell(1, 1), await mayTell(1, 1)]).toEqual([true, false]);
  expect([await mayTell(1, 2), await mayTell(2, 1)]).toEqual([true, true]);
  vi.advanceTimersByTime(2_999);
  expect(await mayTell(1, 1)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await mayTell(1, 1)).toBe(true);
});
