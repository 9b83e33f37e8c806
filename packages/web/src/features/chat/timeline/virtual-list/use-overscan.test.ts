import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useOverscan } from './use-message-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('draws no rows out of sight until the reader stays in the chat', () => {
  const { result } = renderHook(() => useOverscan(true));
  expect(result.current).toBe(0);
  act(() => void vi.runAllTimers());
  expect(result.current).toBeGreaterThan(0);
});

it('draws them at once for a reader who leaves the end', () => {
  const { result, rerender } = renderHook(useOverscan, { initialProps: true });
  rerender(false);
  expect(result.current).toBeGreaterThan(0);
});
