import { getConfig } from '@chat/contract/system';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

/** The server's public settings; they hold for as long as it runs. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => (await callApi(getConfig, { signal })).content,
  staleTime: Number.POSITIVE_INFINITY,
});

export const useConfig = () => useQuery(configQuery);
