import { useCallback, useRef } from 'react';
import { socket } from '../../../shared/socket.ts';

const EVERY = 3_000;

/** Says that one is typing, at most every three seconds (contract §3). */
export function useTypingSignal(chatId: string | null): () => void {
  const last = useRef<{ chatId: string | null; at: number }>({ chatId: null, at: 0 });
  return useCallback(() => {
    const now = performance.now();
    if (!chatId || !socket.connected) return;
    if (last.current.chatId === chatId && now - last.current.at < EVERY) return;
    last.current = { chatId, at: now };
    socket.emit('typing', { chatId });
  }, [chatId]);
}
