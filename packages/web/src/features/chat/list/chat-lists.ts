import { applyToChatList, type MessageView, sortChatList } from '@chat/contract/chat-changes';
import {
  type ChatListEntry,
  getDirectChat,
  getPersonalChat,
  listGroupChats,
} from '@chat/contract/chats';
import { listOwnGroups, type OwnGroup } from '@chat/contract/groups';
import type { ChatType, Message } from '@chat/contract/messages';
import { type QueryClient, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { connection } from '../../../shared/connection.ts';
import { changeLive, readLive } from '../../../shared/query-client.ts';
import { readSession } from '../../../shared/session.ts';

export const CHAT_LISTS = 'chat-lists';
const chatListKey = (groupId: string) => [CHAT_LISTS, groupId] as const;

export const cachedChatList = (queryClient: QueryClient, groupId: string) =>
  queryClient.getQueryData<ChatListEntry[]>(chatListKey(groupId));

/** The lists that are held or being read, each with its group. */
const cachedGroupIds = (queryClient: QueryClient): string[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: [CHAT_LISTS] })
    .map(({ queryKey }) => String(queryKey[1]));

/** A list that has missed no event: the socket keeps it true. */
function currentChatList(queryClient: QueryClient, groupId: string): ChatListEntry[] | undefined {
  const state = queryClient.getQueryState<ChatListEntry[]>(chatListKey(groupId));
  return connection.socket?.connected && !state?.isInvalidated ? state?.data : undefined;
}

/** Where a message goes. A direct chat that nobody has opened yet has no `chatId`, only its two people. */
export interface ChatTarget {
  hash: string;
  chatType: ChatType;
  chatId: string | null;
  groupId: string | null;
  peerId: string | null;
}

/** Finds or makes the direct chat of two people in a group. */
export async function findDirectChatId({ peerId, groupId }: ChatTarget): Promise<string> {
  if (!peerId || !groupId) throw new ApiError({ message: '', status: 404 });
  const params = { userId: peerId, groupId };
  return (await callApi(getDirectChat, { params })).content.uuid;
}

const countUnread = (entries: ChatListEntry[]): number =>
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

const ownGroupsKey = ['groups', 'own'] as const;

/** The groups in which the viewer chats, each with what is unread: as its chat list has it where that is cached. */
export const ownGroupsQuery = queryOptions({
  queryKey: ownGroupsKey,
  queryFn: async ({ client, signal }) => {
    const groups = await readLive(
      ownGroupsKey,
      async () => (await callApi(listOwnGroups, { signal })).content,
      (answered) => answered.map((group) => withUnreadOfList(client, group)),
    );
    answeredAt.set(client, performance.now());
    return groups;
  },
});

export const useOwnGroups = () => useQuery(ownGroupsQuery);

function withUnreadOfList(queryClient: QueryClient, group: OwnGroup): OwnGroup {
  const list = currentChatList(queryClient, group.uuid);
  return list ? { ...group, unreadCount: countUnread(list) } : group;
}

/** A group's unread count as its chat list has it; it can be reset to 0 (rules/receipts 20). */
export function setUnread(queryClient: QueryClient, groupId: string, unread: number): void {
  change(queryClient, groupId, () => unread);
}

/** Adds to the unread count of a group whose list is not held, never below zero (rules/receipts 20). */
export function changeUnread(queryClient: QueryClient, groupId: string, by: number): void {
  change(queryClient, groupId, (unread) => Math.max(0, unread + by));
  if (mayBeCounted(queryClient)) resyncSoon(queryClient);
}

function change(
  queryClient: QueryClient,
  groupId: string,
  count: (unread: number) => number,
): void {
  changeLive<OwnGroup[]>(queryClient, ownGroupsKey, (groups) =>
    groups.map((group) =>
      group.uuid === groupId ? { ...group, unreadCount: count(group.unreadCount) } : group,
    ),
  );
}

/** An answer and an event overtake each other by no more than this. */
const REORDER_WINDOW_MS = 2_000;
const answeredAt = new WeakMap<QueryClient, number>();
const rereads = new WeakMap<QueryClient, number>();

/** Whether the answer, here or on its way, may count this event already: a sum does not say what is in it. */
const mayBeCounted = (queryClient: QueryClient) =>
  queryClient.isFetching({ queryKey: ownGroupsKey }) > 0 ||
  performance.now() - (answeredAt.get(queryClient) ?? Number.NEGATIVE_INFINITY) < REORDER_WINDOW_MS;

/** Once no event comes any more that an answer could miss or count twice. */
function resyncSoon(queryClient: QueryClient): void {
  window.clearTimeout(rereads.get(queryClient));
  const reread = () => void queryClient.invalidateQueries({ queryKey: ownGroupsKey });
  rereads.set(queryClient, window.setTimeout(reread, REORDER_WINDOW_MS));
}

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

interface OwnLists {
  lists: { group: OwnGroup; entries: ChatListEntry[] }[];
  isLoading: boolean;
  hasFailed: boolean;
}

// The socket keeps a list that is shown true; the others need not be read for each look.
const STALE_TIME_MS = 60_000;

/** The viewer's groups with their chats, once they are needed. */
export function useOwnLists(isNeeded: boolean): OwnLists {
  const groups = useQuery({ ...ownGroupsQuery, enabled: isNeeded });
  const all = groups.data ?? [];
  const lists = useQueries({
    queries: all.map(({ uuid }) => ({
      ...chatListQuery(uuid),
      enabled: isNeeded,
      staleTime: STALE_TIME_MS,
    })),
  });
  return {
    lists: all.map((group, index) => ({ group, entries: lists[index]?.data ?? [] })),
    isLoading: groups.isLoading || lists.some(({ isLoading }) => isLoading),
    hasFailed: groups.isError || lists.some(({ isError }) => isError),
  };
}

export const personalChatQuery = queryOptions({
  queryKey: ['personal-chat'],
  queryFn: async ({ signal }) => (await callApi(getPersonalChat, { signal })).content,
  staleTime: Number.POSITIVE_INFINITY,
});

export const usePersonalChat = () => useQuery(personalChatQuery);
