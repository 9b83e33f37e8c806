import type { Chat, listChats } from '@chat/contract/chats';
import { applyReceipt, type ReceiptEvent, type Tick } from '@chat/contract/message-changes';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Answer } from '../../shared/call-api.ts';
import { resync } from '../../shared/query-client.ts';
import { readSession } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';

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

export const MONITORED_CHATS = 'monitored-chats';

/** `message:delivered`, `message:seen` */
function tickMonitoredChats(client: QueryClient, receipt: ReceiptEvent, tick: Tick): void {
  const change = (chat: Chat) =>
    chat.uuid === receipt.chatId && chat.lastMessage
      ? { ...chat, lastMessage: applyReceipt(chat.lastMessage, receipt, tick) }
      : chat;
  client.setQueriesData<InfiniteData<Answer<typeof listChats>>>(
    { queryKey: [MONITORED_CHATS] },
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page) => ({ ...page, content: page.content.map(change) })),
      },
  );
}

export const MONITORED_CHAT = 'monitored-chat';
