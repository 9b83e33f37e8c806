import { useEffect } from 'react';
import { queryClient } from './query-client.ts';
import { onRegistered } from './socket.ts';
import { whenIdle } from './timing.ts';

/** A page that has just come may be idle between two of its parts, ms. */
const MIN_DELAY_MS = 1_000;

/**
 * Calls once nothing is awaited of the server and the page is idle: what it was opened for is drawn. Returns how to
 * call it off.
 */
export function whenSettled(call: () => void): () => void {
  let callOff: (() => void) | undefined;
  const look = () => {
    if (queryClient.isFetching() === 0) callOff ??= whenIdle(callIfSettled);
  };
  const callIfSettled = () => {
    callOff = undefined;
    // Else the answer that is awaited looks again.
    if (queryClient.isFetching() > 0) return;
    stop();
    call();
  };
  let stop = () => {};
  const timer = setTimeout(() => {
    stop = queryClient.getQueryCache().subscribe(look);
    look();
  }, MIN_DELAY_MS);
  return () => {
    clearTimeout(timer);
    stop();
    callOff?.();
  };
}

const asked = new WeakSet<() => Promise<unknown>>();

/** Has a lazy part at hand once the page has nothing better to do: it opens at once, and without network. */
export function useFetchedWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (asked.has(load)) return;
    asked.add(load);
    whenSettled(() => fetchSoon(load));
  }, [load]);
}

/** A failed fetch is repeated with the next connection, and where its result is needed. */
function fetchSoon(load: () => Promise<unknown>): void {
  load().catch(() => {
    const stop = onRegistered(() => {
      stop();
      fetchSoon(load);
    });
  });
}
