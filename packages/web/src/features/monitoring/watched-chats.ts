import { type Chat, getChat, listChats } from '@chat/contract/chats';
import { applyReceipt, type ReceiptEvent, type Tick } from '@chat/contract/receipts';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { isAbsent } from '../../shared/api-error.ts';
import { type Answer, callApi } from '../../shared/call-api.ts';
import { resync } from '../../shared/query-client.ts';
import { readSession } from '../../shared/session.ts';
import { type ChatSocket, onRegistered, socket } from '../../shared/socket.ts';

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

const MONITORED_CHATS = 'monitored-chats';

// Only the chat being watched is live; the others are refetched now and then.
const REFETCH_INTERVAL_MS = 30_000;

/** Group and direct chats that have a message, newest first, page by page. */
export const useMonitoredChats = (search: string) =>
  useInfiniteQuery({
    queryKey: [MONITORED_CHATS, search],
    queryFn: ({ pageParam, signal }) =>
      callApi(listChats, { query: { search, page: String(pageParam) }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
    select: ({ pages }) => eachOnce(pages.flatMap(({ content }) => content)),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  });

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

// A chat that moves up while pages are being read stands in two of them.
const eachOnce = (chats: Chat[]) => [...new Map(chats.map((chat) => [chat.uuid, chat])).values()];

const MONITORED_CHAT = 'monitored-chat';

const monitoredChatQuery = (chatId: string) =>
  queryOptions({
    queryKey: [MONITORED_CHAT, chatId],
    queryFn: async ({ signal }) => (await callApi(getChat, { params: { chatId }, signal })).content,
  });

/** One that is to be opened from elsewhere than the list. */
export const fetchMonitoredChat = (queryClient: QueryClient, chatId: string): Promise<Chat> =>
  queryClient.fetchQuery(monitoredChatQuery(chatId));

/** The chat chosen in the list, as it stands now; null once it went with its group. */
export function useMonitoredChat(chosen: Chat | null): Chat | null {
  const query = useQuery({
    ...monitoredChatQuery(chosen?.uuid ?? ''),
    enabled: chosen !== null,
    // The list has just given it: it is fetched when its group changes.
    ...(chosen && { initialData: chosen }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isAbsent(query.error) ? null : (query.data ?? chosen);
}

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
