import type { QueryClient } from '@tanstack/react-query';
import { readSession } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { MONITORED_CHAT } from './api/get-monitored-chat.ts';
import { MONITORED_CHATS, tickMonitoredChats } from './api/list-chats.ts';

/** What is heard of a watched chat changes its place, last message and ticks in the list; what is heard of a group, its chats. */
export function registerMonitoringRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resync = () => {
    if (!readSession().user?.isAdmin) return;
    void queryClient.invalidateQueries({ queryKey: [MONITORED_CHATS] });
  };
  const readGroupsChats = () => {
    resync();
    void queryClient.invalidateQueries({ queryKey: [MONITORED_CHAT] });
  };
  socket.on('chat:started', resync);
  socket.on('message', resync);
  socket.on('message:deleted', resync);
  socket.on('message:delivered', (fact) => tickMonitoredChats(queryClient, fact, 'DELIVERED'));
  socket.on('message:seen', (fact) => tickMonitoredChats(queryClient, fact, 'SEEN'));
  socket.on('group:changed', readGroupsChats);
  onRegistered(readGroupsChats);
}
