import { useEffect } from 'react';

/** Has a lazy part at hand once the page has nothing better to do: it opens at once, and without network. */
export function useFetchedWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const fetch = () => void load().catch(() => undefined);
    if ('requestIdleCallback' in window) window.requestIdleCallback(fetch);
    else setTimeout(fetch);
  }, [load]);
}
