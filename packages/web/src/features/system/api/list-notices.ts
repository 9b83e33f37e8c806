import { listNotices } from '@chat/contract/system';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

const REFETCH_MS = 600_000;

/** What administrators should know of the installation; nothing on most days. */
export const useNotices = () =>
  useQuery({
    queryKey: ['notices'],
    queryFn: async ({ signal }) => (await callApi(listNotices, { signal })).content,
    refetchInterval: REFETCH_MS,
  });
