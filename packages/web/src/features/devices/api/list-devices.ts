import { listDevices } from '@chat/contract/devices';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

export const devicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['devices', search],
    queryFn: async ({ signal }) =>
      (await callApi(listDevices, { query: { search }, signal })).content,
  });

export const useDevices = (search: string) =>
  useQuery({ ...devicesQuery(search), placeholderData: keepPreviousData });
