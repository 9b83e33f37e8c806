import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultTiming } from '../../config/timing.ts';
import { createTypingLimit } from './presence.actions.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('it may be told again after 3 s, and meanwhile of others and of other chats', async () => {
  const mayPublish = createTypingLimit(undefined, defaultTiming.typingMs);
  expect([await mayPublish(1, 1), await mayPublish(1, 1)]).toEqual([true, false]);
  expect([await mayPublish(1, 2), await mayPublish(2, 1)]).toEqual([true, true]);
  vi.advanceTimersByTime(2_999);
  expect(await mayPublish(1, 1)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await mayPublish(1, 1)).toBe(true);
});
