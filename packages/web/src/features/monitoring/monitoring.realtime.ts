import type { QueryClient } from '@tanstack/react-query';
import { readSession } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { MONITORED_CHATS } from './api/list-chats.ts';

/** What is heard of a watched chat changes its place and last message in the list. */
export function registerMonitoringRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const readAgain = () => {
    if (!readSession().user?.isAdmin) return;
    void queryClient.invalidateQueries({ queryKey: [MONITORED_CHATS] });
  };
  socket.on('chat:started', readAgain);
  socket.on('message', readAgain);
  socket.on('message:deleted', readAgain);
  onRegistered(readAgain);
}
