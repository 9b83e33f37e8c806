import type { ChatListEntry } from '@chat/contract/chats';
import type { QueryClient } from '@tanstack/react-query';
import { connection } from '../../../../shared/connection.ts';

export const CHAT_LISTS = 'chat-lists';
export const chatListKey = (groupId: string) => [CHAT_LISTS, groupId] as const;

export const cachedChatList = (queryClient: QueryClient, groupId: string) =>
  queryClient.getQueryData<ChatListEntry[]>(chatListKey(groupId));

/** The lists that are held or being read, each with its group. */
export const cachedGroupIds = (queryClient: QueryClient): string[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: [CHAT_LISTS] })
    .map(({ queryKey }) => String(queryKey[1]));

/** A list that has missed no event: the socket keeps it true. */
export function currentChatList(
  queryClient: QueryClient,
  groupId: string,
): ChatListEntry[] | undefined {
  const state = queryClient.getQueryState<ChatListEntry[]>(chatListKey(groupId));
  return connection.socket?.connected && !state?.isInvalidated ? state?.data : undefined;
}

export const countUnread = (entries: ChatListEntry[]): number =>
  entries.reduce((sum, entry) => sum + entry.unreadCount, 0);

/** Whether the count of the chat is known, and not in a sum alone. */
export const isInCurrentList = (queryClient: QueryClient, chatId: string): boolean =>
  cachedGroupIds(queryClient).some((groupId) =>
    currentChatList(queryClient, groupId)?.some(({ chatUuid }) => chatUuid === chatId),
  );

export const findCachedEntry = (
  queryClient: QueryClient,
  chatId: string,
): ChatListEntry | undefined =>
  cachedGroupIds(queryClient)
    .flatMap((groupId) => cachedChatList(queryClient, groupId) ?? [])
    .find(({ chatUuid }) => chatUuid === chatId);
