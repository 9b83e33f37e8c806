import { listUsers } from '@chat/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';

/** Everyone, to choose participants from; a group manager gets names and e-mails alone. */
export const usersQuery = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: async ({ signal }) => (await callApi(listUsers, { signal })).content,
});

export const useUsers = () => useQuery(usersQuery);
