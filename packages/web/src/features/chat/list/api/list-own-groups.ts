import { listOwnGroups, type OwnGroup } from '@chat/contract/groups';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';
import { changeLive, readLive } from '../../../../shared/live-query.ts';
import { countUnread, currentChatList } from './cached-lists.ts';

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
