import { useCallback, useSyncExternalStore } from 'react';

/** The header has whole seconds only. */
const RESOLUTION_MS = 1_000;
/** From here on what is shown by the clock is looked at anew. */
const NOTICED_MS = 1_000;
const TICK_MS = 1_000;

/**
 * By how much the server's time is ahead of this page's own stop-watch, which no setting of the computer's clock moves:
 * between these two, ms. The browser's clock is asked only until the first answer.
 */
let least = Number.NEGATIVE_INFINITY;
let most = Number.POSITIVE_INFINITY;

const listeners = new Set<() => void>();

/**
 * Notes an answer's `Date`: it was written after the question left and before the answer came. Each answer narrows the
 * range; one that does not fit, after a sleep, say, in which the stop-watch stood still, begins a new one.
 */
export function noteServerTime(date: string | null, askedAt: number): void {
  const stamp = Date.parse(date ?? '');
  if (Number.isNaN(stamp)) return;
  const before = serverNow();
  const low = stamp - performance.now();
  const high = stamp + RESOLUTION_MS - askedAt;
  [least, most] = [Math.max(least, low), Math.min(most, high)];
  if (least > most) [least, most] = [low, high];
  if (Math.abs(serverNow() - before) >= NOTICED_MS) tick();
}

/** The server's time, whatever the browser's clock says; ms since 1970. */
export const serverNow = (): number =>
  least > Number.NEGATIVE_INFINITY ? performance.now() + (least + most) / 2 : Date.now();

let ticking: number | undefined;
const tick = () => {
  for (const listener of listeners) listener();
};

/** Calls back as time passes, and when the server's turns out to be another one. */
export function onServerClock(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= window.setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(ticking);
    ticking = undefined;
  };
}

/** A value computed from the server's time, drawn again once it changes. */
export function useServerTime<Value extends string | boolean>(read: (now: number) => Value): Value {
  return useSyncExternalStore(
    onServerClock,
    useCallback(() => read(serverNow()), [read]),
  );
}

/** The pages of a company do not all ask in the moment in which its hours begin, ms. */
const SPREAD_MS = 2_500;
const LEAST_WAIT_MS = 500;

/** The wait until something has changed at the server, ms; undefined where nobody knows when it will. */
export const waitUntil = (until: string | null | undefined): number | undefined =>
  until
    ? Math.max(0, Date.parse(until) - serverNow()) + LEAST_WAIT_MS + Math.random() * SPREAD_MS
    : undefined;
