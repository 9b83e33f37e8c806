import { listProjects } from '@chat/contract/offices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => (await callApi(listProjects, { signal })).content,
});

export const useProjects = () => useQuery(projectsQuery);
