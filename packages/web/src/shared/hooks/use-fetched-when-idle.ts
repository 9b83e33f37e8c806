import { useEffect } from 'react';
import { onRegistered } from '../socket.ts';
import { whenSettled } from '../when-settled.ts';

const asked = new WeakSet<() => Promise<unknown>>();

/** Has a lazy part at hand once the page has nothing better to do: it opens at once, and without network. */
export function useFetchedWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (asked.has(load)) return;
    asked.add(load);
    whenSettled(() => fetchSoon(load));
  }, [load]);
}

/** What could not be fetched is asked for again with the next connection, and where it is needed. */
function fetchSoon(load: () => Promise<unknown>): void {
  load().catch(() => {
    const stop = onRegistered(() => {
      stop();
      fetchSoon(load);
    });
  });
}
