import { getConfig, listNotices } from '@chat/contract/system';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../shared/call-api.ts';

/** The server's public settings; they stay the same for as long as it runs. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => (await callApi(getConfig, { signal })).content,
  staleTime: Number.POSITIVE_INFINITY,
});

export const useConfig = () => useQuery(configQuery);

const REFETCH_MS = 600_000;

/** The notices about the installation for administrators; none on most days. */
export const useNotices = () =>
  useQuery({
    queryKey: ['notices'],
    queryFn: async ({ signal }) => (await callApi(listNotices, { signal })).content,
    refetchInterval: REFETCH_MS,
  });
