import { useState } from 'react';
import { useKeyedState } from '../../../shared/hooks/use-keyed-state.ts';
import { usePageVisible } from '../../../shared/hooks/use-page-visible.ts';

export interface Read {
  hash: string;
  unreadCount: number;
  seenSeq: number;
}

const markOf = ({ unreadCount, seenSeq }: Omit<Read, 'hash'>) => (unreadCount > 0 ? seenSeq : null);

/**
 * What the reader had seen when they opened the chat, or came back to its tab, while something was new to them; it stays
 * while they read, though the chat counts as read at once.
 */
export function useUnreadMark(read: Read): { after: number | null; clear: () => void } {
  const isVisible = usePageVisible();
  const [wasVisible, setWasVisible] = useState(isVisible);
  const [after, setAfter] = useKeyedState(read.hash, () => markOf(read));
  if (isVisible !== wasVisible) {
    setWasVisible(isVisible);
    const mark = markOf(read);
    if (isVisible && mark !== null) setAfter(mark);
  }
  return { after, clear: () => setAfter(null) };
}
