import { useEffect } from 'react';
import { onRegistered, socket } from '../../../shared/socket.ts';

/** Gives an administrator the events of a chat they are no member of, again after each reconnection (rules/monitoring 6). */
export function useWatch(chatId: string): void {
  useEffect(() => {
    const watch = () => socket.emit('watch', { chatId });
    if (socket.connected) watch();
    const stopListening = onRegistered(watch);
    return () => {
      stopListening();
      if (socket.connected) socket.emit('unwatch', { chatId });
    };
  }, [chatId]);
}
