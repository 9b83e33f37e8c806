import { applyToChatList, sortChatList } from '@chat/contract/chats/chats.apply';
import { listGroupChats } from '@chat/contract/chats/chats.routes';
import type { ChatListEntry } from '@chat/contract/chats/chats.schema';
import type { Message } from '@chat/contract/messages/messages.schema';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { changeLive, readLive } from '../../../shared/live-query.ts';
import { readSession } from '../../../shared/session.ts';
import { changeUnread } from '../../groups/api/list-own-groups.ts';

export const CHAT_LISTS = 'chat-lists';
const chatListKey = (groupId: string) => [CHAT_LISTS, groupId] as const;

/** The chat list of a group: the group chat and everybody one can write to in it. */
export const chatListQuery = (groupId: string) =>
  queryOptions({
    queryKey: chatListKey(groupId),
    queryFn: ({ signal }) =>
      readLive(
        chatListKey(groupId),
        async () => (await callApi(listGroupChats, { params: { groupId }, signal })).content,
        sortChatList,
      ),
  });

export const useChatList = (groupId: string) => useQuery(chatListQuery(groupId));

export const heldChatList = (queryClient: QueryClient, groupId: string) =>
  queryClient.getQueryData<ChatListEntry[]>(chatListKey(groupId));

export const heldChatLists = (queryClient: QueryClient) =>
  queryClient
    .getQueriesData<ChatListEntry[]>({ queryKey: [CHAT_LISTS] })
    .map(([, list]) => list ?? []);

const countUnread = (entries: ChatListEntry[]) =>
  entries.reduce((sum, entry) => sum + entry.unreadCount, 0);

/** Changes a chat list by an event; its group's total follows (product §4). */
export function changeChatList(
  queryClient: QueryClient,
  groupId: string,
  change: (entries: ChatListEntry[]) => ChatListEntry[],
): void {
  const before = heldChatList(queryClient, groupId);
  changeLive(queryClient, chatListKey(groupId), change);
  const after = heldChatList(queryClient, groupId);
  if (!before || !after) return;
  const by = countUnread(after) - countUnread(before);
  if (by !== 0) changeUnread(queryClient, groupId, by);
}

/** Every list that is held or being read; facts about a chat do not name its group. */
export function changeChatLists(
  queryClient: QueryClient,
  change: (entries: ChatListEntry[]) => ChatListEntry[],
): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: [CHAT_LISTS] })) {
    changeChatList(queryClient, String(queryKey[1]), change);
  }
}

/** A message, own or other's, for the list of its group. */
export function applyToChatLists(
  queryClient: QueryClient,
  message: Message,
  isBeingRead = false,
): void {
  if (!message.groupId) return;
  const view = { viewerId: readSession().user?.uuid ?? '', isBeingRead };
  changeChatList(queryClient, message.groupId, (entries) =>
    applyToChatList(entries, message, view),
  );
}
