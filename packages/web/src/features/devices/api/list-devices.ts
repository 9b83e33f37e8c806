import { listDevices } from '@chat/contract/devices/devices.routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

export const useDevices = (search: string) =>
  useQuery({
    queryKey: ['devices', search],
    queryFn: async ({ signal }) =>
      (await callApi(listDevices, { query: { search }, signal })).content,
    placeholderData: keepPreviousData,
  });
