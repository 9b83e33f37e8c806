import { type Chat, listChats } from '@chat/contract/chats';
import { applyReceipt, type ReceiptEvent, type Tick } from '@chat/contract/receipts';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { type Answer, callApi } from '../../../shared/call-api.ts';

export const MONITORED_CHATS = 'monitored-chats';

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
export function tickMonitoredChats(client: QueryClient, receipt: ReceiptEvent, tick: Tick): void {
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
