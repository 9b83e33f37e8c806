import { listGroups } from '@chat/contract/groups';
import { listOffices, listProjects } from '@chat/contract/offices';
import { listUsers } from '@chat/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

/** Everyone, to choose participants from; a group manager gets names and e-mails alone. */
export const usersQuery = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: async ({ signal }) => (await callApi(listUsers, { signal })).content,
});

export const useUsers = () => useQuery(usersQuery);

/** Every group for an administrator, those that they manage for a group manager. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: async ({ signal }) => (await callApi(listGroups, { signal })).content,
});

export const useGroups = () => useQuery(groupsQuery);

export const officesQuery = queryOptions({
  queryKey: ['offices'],
  queryFn: async ({ signal }) => (await callApi(listOffices, { signal })).content,
});

export const useOffices = () => useQuery(officesQuery);

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => (await callApi(listProjects, { signal })).content,
});

export const useProjects = () => useQuery(projectsQuery);
