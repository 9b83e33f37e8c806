import { listGroups } from '@chat/contract/groups';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

/** Every group for an administrator, those that they manage for a group manager. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: async ({ signal }) => (await callApi(listGroups, { signal })).content,
});

export const useGroups = () => useQuery(groupsQuery);
