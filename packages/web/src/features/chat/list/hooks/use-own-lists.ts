import type { ChatListEntry } from '@chat/contract/chats';
import type { OwnGroup } from '@chat/contract/groups';
import { useQueries, useQuery } from '@tanstack/react-query';
import { chatListQuery } from '../api/chat-lists.ts';
import { ownGroupsQuery } from '../api/list-own-groups.ts';

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
