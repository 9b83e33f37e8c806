import { applyToChatList, type MessageView, sortChatList } from '@chat/contract/chat-changes';
import { type ChatListEntry, listGroupChats } from '@chat/contract/chats';
import type { Message } from '@chat/contract/messages';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';
import { changeLive, readLive } from '../../../../shared/live-query.ts';
import { readSession } from '../../../../shared/session.ts';
import {
  cachedChatList,
  cachedGroupIds,
  chatListKey,
  countUnread,
  currentChatList,
} from './cached-lists.ts';
import { changeUnread, setUnread } from './list-own-groups.ts';

/** The chat list of a group: the group chat and everybody one can write to in it. Its group counts what it counts. */
export const chatListQuery = (groupId: string) =>
  queryOptions({
    queryKey: chatListKey(groupId),
    queryFn: async ({ client, signal }) => {
      const list = await readLive(
        chatListKey(groupId),
        async () => (await callApi(listGroupChats, { params: { groupId }, signal })).content,
        sortChatList,
      );
      setUnread(client, groupId, countUnread(list));
      return list;
    },
  });

export const useChatList = (groupId: string) => useQuery(chatListQuery(groupId));

/** Changes a chat list by an event; its group's total follows (rules/chats 12). */
function changeChatList(
  queryClient: QueryClient,
  groupId: string,
  change: (entries: ChatListEntry[]) => ChatListEntry[],
): void {
  const before = cachedChatList(queryClient, groupId);
  changeLive(queryClient, chatListKey(groupId), change);
  const after = cachedChatList(queryClient, groupId);
  if (!before || !after) return;
  const by = countUnread(after) - countUnread(before);
  if (by === 0) return;
  if (currentChatList(queryClient, groupId)) setUnread(queryClient, groupId, countUnread(after));
  else changeUnread(queryClient, groupId, by);
}

/** Every list that is held or being read; facts about a chat do not name its group. */
export function changeChatLists(
  queryClient: QueryClient,
  change: (entries: ChatListEntry[]) => ChatListEntry[],
): void {
  for (const groupId of cachedGroupIds(queryClient)) changeChatList(queryClient, groupId, change);
}

/** A message, own or other's, for the list of its group. */
export function applyToChatLists(
  queryClient: QueryClient,
  message: Message,
  view: Omit<MessageView, 'viewerId'> = {},
): void {
  if (!message.groupId) return;
  const viewerId = readSession().user?.uuid ?? '';
  changeChatList(queryClient, message.groupId, (entries) =>
    applyToChatList(entries, message, { viewerId, ...view }),
  );
}
