import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is about to be printed: then all of a list is drawn, and not what is near the screen alone. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    // The browser takes the page as it stands when the event is over.
    const begin = () => flushSync(() => setPrinting(true));
    window.addEventListener('beforeprint', begin, { signal: listening.signal });
    window.addEventListener('afterprint', () => setPrinting(false), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return isPrinting;
}
