import { useEffect, useEffectEvent, useState } from 'react';

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
