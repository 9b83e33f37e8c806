import { useCallback, useRef } from 'react';
import { socket } from '../../../shared/socket.ts';

const EVERY = 3_000;

/** Says that one is typing, at most every three seconds (contract §3). */
export function useTypingSignal(chatId: string | null): () => void {
  const lastSaid = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    const now = performance.now();
    if (!chatId || !socket.connected || now - lastSaid.current < EVERY) return;
    lastSaid.current = now;
    socket.emit('typing', { chatId });
  }, [chatId]);
}
