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
import { changeLive, connection, readLive } from '../../../shared/query-client.ts';
import { serverNow, waitUntil } from '../../../shared/server-clock.ts';
import { readSession } from '../../../shared/session.ts';
import { isMutedFor, unmutedIn } from './mutes.ts';

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

/** How much is unread in a group's chats, and how much of that the viewer's mutes let through. */
export type Counts = Pick<OwnGroup, 'unreadCount' | 'unmutedCount'>;

function countsOf(entries: ChatListEntry[]): Counts {
  const now = serverNow();
  return {
    unreadCount: entries.reduce((sum, entry) => sum + entry.unreadCount, 0),
    unmutedCount: entries.reduce((sum, entry) => sum + unmutedIn(entry, now), 0),
  };
}

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
    rereadAtEndOfMute(client, groups);
    return groups;
  },
});

let endOfMute: number | undefined;
/** The longest time that a browser's timer takes, ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Messages that a mute held back count once it has ended. */
function rereadAtEndOfMute(queryClient: QueryClient, groups: OwnGroup[]): void {
  window.clearTimeout(endOfMute);
  const ends = groups.flatMap(({ mutes }) => mutes.flatMap(({ until }) => until ?? []));
  const wait = waitUntil(ends.sort()[0]);
  if (wait === undefined || wait > LONGEST_TIMER_MS) return;
  const reread = () => void queryClient.invalidateQueries({ queryKey: ownGroupsKey });
  endOfMute = window.setTimeout(reread, wait);
}

export const useOwnGroups = () => useQuery(ownGroupsQuery);

function withUnreadOfList(queryClient: QueryClient, group: OwnGroup): OwnGroup {
  const list = currentChatList(queryClient, group.uuid);
  return list ? { ...group, ...countsOf(list) } : group;
}

/** A group's counts as its chat list has them; they can be reset to 0 (rules/receipts 20). */
export function setCounts(queryClient: QueryClient, groupId: string, counts: Counts): void {
  change(queryClient, groupId, () => counts);
}

/** Adds to the counts of a group whose list is not held, never below zero (rules/receipts 20). */
export function changeCounts(queryClient: QueryClient, groupId: string, by: Counts): void {
  change(queryClient, groupId, ({ unreadCount, unmutedCount }) => ({
    unreadCount: Math.max(0, unreadCount + by.unreadCount),
    unmutedCount: Math.max(0, unmutedCount + by.unmutedCount),
  }));
  if (mayBeCounted(queryClient)) resyncSoon(queryClient);
}

/** A message in a group whose list is not held, or has no entry of its chat yet. */
export function countMessage(queryClient: QueryClient, groupId: string, message: Message): void {
  const { chatType, chatUuid } = message;
  const notifications = findMute(queryClient, chatUuid);
  const viewerId = readSession().user?.uuid ?? '';
  const isMuted =
    notifications !== undefined && isMutedFor({ chatType, notifications }, message, viewerId);
  changeCounts(queryClient, groupId, { unreadCount: 1, unmutedCount: isMuted ? 0 : 1 });
}

/** How the viewer has muted a chat, whether its list is held or not; nothing where they have not. */
export const findMute = (queryClient: QueryClient, ofChat: string) =>
  queryClient
    .getQueryData<OwnGroup[]>(ownGroupsKey)
    ?.flatMap(({ mutes }) => mutes)
    .find(({ chatId }) => chatId === ofChat);

function change(queryClient: QueryClient, groupId: string, count: (now: Counts) => Counts): void {
  changeLive<OwnGroup[]>(queryClient, ownGroupsKey, (groups) =>
    groups.map((group) => (group.uuid === groupId ? { ...group, ...count(group) } : group)),
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
      setCounts(client, groupId, countsOf(list));
      return list;
    },
  });

export const useChatList = (groupId: string) => useQuery(chatListQuery(groupId));

const nobody: readonly string[] = [];
const blockedIn = (list: ChatListEntry[]) =>
  list.filter(({ blocked }) => blocked).map(({ uuid }) => uuid);

/** The people of a group who cannot read for now, as far as its list is held. */
export function useBlockedPeople(groupId: string | null): readonly string[] {
  const query = { ...chatListQuery(groupId ?? ''), enabled: false, select: blockedIn };
  return useQuery(query).data ?? nobody;
}

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
  const [past, now] = [countsOf(before), countsOf(after)];
  const unreadCount = now.unreadCount - past.unreadCount;
  const unmutedCount = now.unmutedCount - past.unmutedCount;
  if (unreadCount === 0 && unmutedCount === 0) return;
  if (currentChatList(queryClient, groupId)) setCounts(queryClient, groupId, now);
  else changeCounts(queryClient, groupId, { unreadCount, unmutedCount });
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
