import { useEffect } from 'react';
import { whenSettled } from '../when-settled.ts';

const asked = new WeakSet<() => Promise<unknown>>();

/** Has a lazy part at hand once the page has nothing better to do: it opens at once, and without network. */
export function useFetchedWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (asked.has(load)) return;
    asked.add(load);
    // What could not be fetched is asked for again where it is needed next.
    whenSettled(() => void load().catch(() => asked.delete(load)));
  }, [load]);
}
