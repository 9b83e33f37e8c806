import { startTransition, useEffect, useState } from 'react';

const BEYOND = 14;
/** People who go from chat to chat do not wait for rows that they would not see. */
const SETTLED_AFTER_MS = 300;

/** How many rows are drawn ahead of the reader, beyond what is in sight: none until they stay in the chat, or scroll. */
export function useOverscan(isAtEnd: boolean): number {
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setStaying(true)), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isStaying || !isAtEnd ? BEYOND : 0;
}
