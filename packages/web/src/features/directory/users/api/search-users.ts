import { searchUsers, type User, type UserSummary } from '@chat/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';

const REFETCH_INTERVAL_MS = 180_000;

// Only managers get summaries, and they have no way to this list.
const isWhole = (user: User | UserSummary): user is User => 'connectionStatus' in user;

/** The administration's list, read again every three minutes (rules/people 25). */
export const useFoundUsers = (email: string) =>
  useQuery({
    queryKey: ['users', 'found', email],
    queryFn: async ({ signal }) =>
      (await callApi(searchUsers, { query: { email }, signal })).content.filter(isWhole),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
