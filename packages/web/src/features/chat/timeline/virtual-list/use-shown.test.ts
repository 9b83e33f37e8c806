import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useShown } from './use-message-list.ts';

const positions = new Map<number, { upToSeq: number; isAtEnd: boolean }>();
/** Returns one and the same object for a position, as the list does. */
function positionOf(upToSeq: number) {
  const position = positions.get(upToSeq) ?? { upToSeq, isAtEnd: true };
  positions.set(upToSeq, position);
  return position;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells what is painted while messages pour in faster than the screen is drawn', () => {
  const reported: number[] = [];
  const onShown = ({ upToSeq }: { upToSeq: number }) => void reported.push(upToSeq);
  const { rerender } = renderHook(({ upToSeq }) => useShown(positionOf(upToSeq), onShown), {
    initialProps: { upToSeq: 1 },
  });
  for (let upToSeq = 2; upToSeq <= 100; upToSeq += 1) {
    vi.advanceTimersByTime(5);
    rerender({ upToSeq });
  }
  expect(reported.length).toBeGreaterThan(10);
  vi.advanceTimersByTime(100);
  expect(reported.at(-1)).toBe(100);
});

it('tells nothing of what was left before it was painted', () => {
  const onShown = vi.fn();
  const { unmount } = renderHook(() => useShown(positionOf(1), onShown));
  unmount();
  vi.advanceTimersByTime(100);
  expect(onShown).not.toHaveBeenCalled();
});
