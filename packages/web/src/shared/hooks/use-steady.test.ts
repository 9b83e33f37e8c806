import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSteady } from './values.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const text = document.body.appendChild(document.createElement('p'));
const icon = document.body
  .appendChild(document.createElement('button'))
  .appendChild(document.createElement('span'));

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function steady() {
  const hook = renderHook(({ value, key }) => useSteady(value, key), {
    initialProps: { value: 'one', key: 'chat' },
  });
  return {
    shown: () => hook.result.current,
    change: (value: string, key = 'chat') => hook.rerender({ value, key }),
  };
}

it.each(['click', 'pointerCancel'] as const)(
  'keeps what is shown while a button is pressed, until %s',
  (end) => {
    const { shown, change } = steady();
    fireEvent.pointerDown(icon);
    change('two');
    wait(2_000);
    expect(shown()).toBe('one');
    fireEvent[end](icon);
    expect(shown()).toBe('one');
    wait(0);
    expect(shown()).toBe('two');
    change('three');
    expect(shown()).toBe('three');
  },
);

it('waits for the click of a pointer that was let go, a tenth of a second at most', () => {
  const { shown, change } = steady();
  fireEvent.pointerDown(icon);
  fireEvent.pointerUp(icon);
  change('two');
  wait(99);
  expect(shown()).toBe('one');
  wait(1);
  expect(shown()).toBe('two');
});

it('goes on after five seconds in which nothing was said of the pointer', () => {
  const { shown, change } = steady();
  fireEvent.pointerDown(icon);
  change('two');
  wait(4_999);
  expect(shown()).toBe('one');
  wait(1);
  expect(shown()).toBe('two');
});

it('shows what belongs to another key at once', () => {
  const { shown, change } = steady();
  fireEvent.pointerDown(icon);
  change('two', 'other chat');
  expect(shown()).toBe('two');
});

it.each([
  ['while text is selected', text, 0],
  ["while the browser's own menu is called", icon, 2],
])('goes on %s', (_case, pressed, button) => {
  const { shown, change } = steady();
  fireEvent.pointerDown(pressed, { button });
  change('two');
  expect(shown()).toBe('two');
});
