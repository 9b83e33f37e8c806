import { useQueries } from '@tanstack/react-query';
import { chatListQuery } from '../../chat/list/api/chat-lists.ts';
import { useOwnGroups } from '../../chat/list/api/list-own-groups.ts';
import {
  type Destination,
  groupDestinations,
  type PageLink,
  pageDestination,
} from '../destinations.ts';

// A list that the chat page follows live anyway need not be read again for each look.
const STALE_TIME_MS = 60_000;

/** Everywhere the reader can go; people come in as their groups' lists are read. */
export function useDestinations(pages: PageLink[]): Destination[] {
  const { data: groups = [] } = useOwnGroups();
  const lists = useQueries({
    queries: groups.map(({ uuid }) => ({ ...chatListQuery(uuid), staleTime: STALE_TIME_MS })),
  });
  const ofGroups = groups.map((group, index) => groupDestinations(group, lists[index]?.data));
  return [
    ...ofGroups.flatMap(([groupChat]) => groupChat ?? []),
    ...ofGroups.flatMap(([, ...people]) => people),
    ...pages.map(pageDestination),
  ];
}
