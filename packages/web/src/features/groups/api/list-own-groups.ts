import { listOwnGroups } from '@chat/contract/groups/groups.routes';
import type { OwnGroup } from '@chat/contract/groups/groups.schema';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

/** The groups in which the signed-in user chats, with what is unread in each. */
export const ownGroupsQuery = queryOptions({
  queryKey: ['groups', 'own'],
  queryFn: async ({ signal }) => (await callApi(listOwnGroups, { signal })).content,
});

export const useOwnGroups = () => useQuery(ownGroupsQuery);

/** Adds to a group's unread count, never below zero (product §4). */
export function changeUnread(queryClient: QueryClient, groupId: string, by: number): void {
  setUnread(queryClient, groupId, (unread) => Math.max(0, unread + by));
}

export function clearUnread(queryClient: QueryClient, groupId: string): void {
  setUnread(queryClient, groupId, () => 0);
}

function setUnread(
  queryClient: QueryClient,
  groupId: string,
  change: (unread: number) => number,
): void {
  queryClient.setQueryData(ownGroupsQuery.queryKey, (groups: OwnGroup[] | undefined) =>
    groups?.map((group) =>
      group.uuid === groupId ? { ...group, unreadCount: change(group.unreadCount) } : group,
    ),
  );
}
