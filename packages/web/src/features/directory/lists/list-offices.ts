import { listOffices } from '@chat/contract/offices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

export const officesQuery = queryOptions({
  queryKey: ['offices'],
  queryFn: async ({ signal }) => (await callApi(listOffices, { signal })).content,
});

export const useOffices = () => useQuery(officesQuery);
