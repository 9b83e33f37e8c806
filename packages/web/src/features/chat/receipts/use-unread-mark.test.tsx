import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Read, useUnreadMark } from './receipts.ts';

const open = (first: Omit<Read, 'hash'>) => {
  const { result, rerender } = renderHook(useUnreadMark, {
    initialProps: { hash: 'ana', ...first },
  });
  const rerenderWith = (read: Omit<Read, 'hash'>, hash = 'ana') => rerender({ hash, ...read });
  return { result, rerender: rerenderWith };
};

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

afterEach(() => vi.restoreAllMocks());

it('stays where the reader had been while the chat is read and more comes', () => {
  const { result, rerender } = open({ unreadCount: 2, seenSeq: 5 });
  rerender({ unreadCount: 0, seenSeq: 7 });
  rerender({ unreadCount: 0, seenSeq: 9 });
  expect(result.current.after).toBe(5);
});

it('is not there when nothing was new, nor for what comes while it is looked at', () => {
  const { result, rerender } = open({ unreadCount: 0, seenSeq: 5 });
  rerender({ unreadCount: 1, seenSeq: 5 });
  expect(result.current.after).toBeNull();
});

it('goes when they write', () => {
  const { result } = open({ unreadCount: 2, seenSeq: 5 });
  act(() => result.current.clear());
  expect(result.current.after).toBeNull();
});

it('stands before what came while the tab was hidden', () => {
  const { result, rerender } = open({ unreadCount: 0, seenSeq: 5 });
  show('hidden');
  rerender({ unreadCount: 3, seenSeq: 5 });
  show('visible');
  expect(result.current.after).toBe(5);
});

it('is of one chat only, though the next is opened in its place', () => {
  const { result, rerender } = open({ unreadCount: 2, seenSeq: 5 });
  rerender({ unreadCount: 0, seenSeq: 3 }, 'bruno');
  expect(result.current.after).toBeNull();
  rerender({ unreadCount: 1, seenSeq: 8 }, 'carla');
  expect(result.current.after).toBe(8);
});
