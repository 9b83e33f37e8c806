import { listUsersWithGroups } from '@chat/contract/groups';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';

export const useUsersWithGroups = (search: string) =>
  useQuery({
    queryKey: ['permissions', 'found', search],
    queryFn: async ({ signal }) =>
      (await callApi(listUsersWithGroups, { query: { search }, signal })).content,
    placeholderData: keepPreviousData,
  });
