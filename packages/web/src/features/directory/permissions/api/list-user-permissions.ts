import { listUserPermissions } from '@chat/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../../shared/call-api.ts';

/** The groups a user manages. */
export const useUserPermissions = (userId: string) =>
  useQuery({
    queryKey: ['permissions', 'of', userId],
    queryFn: async ({ signal }) =>
      (await callApi(listUserPermissions, { params: { userId }, signal })).content,
  });
