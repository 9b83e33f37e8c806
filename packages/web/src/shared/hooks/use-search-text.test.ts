import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSearchText } from './values.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function typing() {
  const hook = renderHook(({ typed }) => useSearchText(typed), { initialProps: { typed: '' } });
  return {
    search: () => hook.result.current,
    type: (typed: string) => hook.rerender({ typed }),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  };
}

it('searches half a second after the last key', () => {
  const { search, type, wait } = typing();
  type('ana@');
  wait(300);
  type('ana@e');
  wait(499);
  expect(search()).toBe('');
  wait(1);
  expect(search()).toBe('ana@e');
});

it('keeps the last search while the trimmed text has one to three characters', () => {
  const { search, type, wait } = typing();
  type('ana@');
  wait(500);
  type('  ana  ');
  wait(500);
  expect(search()).toBe('ana@');
});

it('searches for everything once the text is empty', () => {
  const { search, type, wait } = typing();
  type('ana@');
  wait(500);
  type('   ');
  wait(500);
  expect(search()).toBe('');
});
