import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** State of one thing out of several: for another key it begins anew, and late changes of the one before are ignored. */
export function useKeyedState<T>(key: string, begin: () => T): [T, (next: T) => void] {
  const [state, setState] = useState(() => ({ key, value: begin() }));
  const current = state.key === key ? state : { key, value: begin() };
  if (current !== state) setState(current);
  const setValue = useCallback(
    (value: T) => setState((before) => (before.key === key ? { key, value } : before)),
    [key],
  );
  return [current.value, setValue];
}

/** The value, once it has stood still for `delay` ms. */
export function useDebouncedValue<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), delay);
    return () => window.clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

const SEARCH_DELAY_MS = 500;
const TOO_SHORT = 3;

const isSearchable = (text: string) => text === '' || text.length > TOO_SHORT;

/**
 * The text to search for while somebody types: half a second after the last key, and only a text that is empty or
 * longer than three characters; the last such text stays in force meanwhile (rules/people 24).
 */
export function useSearchText(typed: string): string {
  const settled = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const [search, setSearch] = useState(settled);
  if (settled !== search && isSearchable(settled)) setSearch(settled);
  return search;
}

/** A browser that opens a window of its own may not say when the pointer is let go. */
const LONGEST_PRESS_MS = 5_000;

/** The click of a finger comes a little after the finger was lifted. */
const CLICK_MS = 100;

const beginsClick = ({ target, button }: PointerEvent) =>
  button === 0 && target instanceof Element && target.closest('button, a') !== null;

/**
 * The value; while a button or link is pressed, what it was when the pointer went down. A list that moved meanwhile
 * would take the button from under the pointer, and the browser would make no click of the press. Another key shows
 * its own value at once (rules/look 23).
 */
export function useSteady<Value>(value: Value, key = ''): Value {
  const [held, setHeld] = useState<{ key: string; value: Value }>();
  const hold = useEffectEvent(() => setHeld({ key, value }));
  useEffect(() => {
    let timer = 0;
    const letGoIn = (ms: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setHeld(undefined), ms);
    };
    const listening = new AbortController();
    const listen = (
      type: 'pointerdown' | 'pointerup' | 'pointercancel' | 'click',
      handle: (event: PointerEvent) => void,
    ) => document.addEventListener(type, handle, { capture: true, signal: listening.signal });
    listen('pointerdown', (event) => {
      if (!beginsClick(event)) return;
      hold();
      letGoIn(LONGEST_PRESS_MS);
    });
    listen('pointerup', () => letGoIn(CLICK_MS));
    listen('pointercancel', () => letGoIn(0));
    listen('click', () => letGoIn(0));
    return () => {
      listening.abort();
      window.clearTimeout(timer);
    };
  }, []);
  return held?.key === key ? held.value : value;
}
