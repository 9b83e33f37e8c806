import { startTransition, useEffect, useState } from 'react';

const BEYOND = 8;
/** Whoever goes from chat to chat is not kept waiting by rows that he will not have seen. */
const STAYS_AFTER = 300;

/** How many rows are drawn beyond the edges of what is in sight: none until the reader stays in the chat, or scrolls. */
export function useRowsBeyond(isAtEnd: boolean): number {
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setStaying(true)), STAYS_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return isStaying || !isAtEnd ? BEYOND : 0;
}
