import type { QueryClient } from '@tanstack/react-query';
import { resync } from '../../shared/resync.ts';
import { readSession } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { MONITORED_CHAT } from './api/get-monitored-chat.ts';
import { MONITORED_CHATS, tickMonitoredChats } from './api/list-chats.ts';

/** Events of a watched chat change its place, last message and ticks in the list; those of a group, its chats. */
export function registerMonitoringRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const refetch = () => refetchMonitoredChats(queryClient);
  const readGroupsChats = () => {
    refetch();
    resync(queryClient, { queryKey: [MONITORED_CHAT] });
  };
  socket.on('chat:started', refetch);
  socket.on('message:deleted', refetch);
  socket.on('message:delivered', (receipt) =>
    tickMonitoredChats(queryClient, receipt, 'DELIVERED'),
  );
  socket.on('message:seen', (receipt) => tickMonitoredChats(queryClient, receipt, 'SEEN'));
  socket.on('group:changed', readGroupsChats);
  onRegistered(readGroupsChats);
}

/** Also after a `message` and an edit: they change a chat's place or its last message. */
export function refetchMonitoredChats(queryClient: QueryClient): void {
  if (!readSession().user?.isAdmin) return;
  resync(queryClient, { queryKey: [MONITORED_CHATS] });
}
