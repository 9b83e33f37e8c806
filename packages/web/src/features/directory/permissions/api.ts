import {
  assignPermissions,
  listUserPermissions,
  listUsersWithGroups,
  removePermission,
} from '@chat/contract/groups';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { permissionsTexts } from './permissions.texts.ts';

export const useUsersWithGroups = (search: string) =>
  useQuery({
    queryKey: ['permissions', 'found', search],
    queryFn: async ({ signal }) =>
      (await callApi(listUsersWithGroups, { query: { search }, signal })).content,
    placeholderData: keepPreviousData,
  });

/** The groups a user manages. */
export const useUserPermissions = (userId: string) =>
  useQuery({
    queryKey: ['permissions', 'of', userId],
    queryFn: async ({ signal }) =>
      (await callApi(listUserPermissions, { params: { userId }, signal })).content,
  });

export const useAssignPermissions = (userId: string) =>
  useAnnouncedMutation({
    mutationFn: (groupIds: string[]) =>
      callApi(assignPermissions, { params: { userId }, body: { groupIds } }),
    done: permissionsTexts.assignedDone,
    failed: permissionsTexts.assignFailed,
  });

export const useRemovePermission = (userId: string) =>
  useAnnouncedMutation({
    mutationFn: (groupId: string) =>
      callApi(removePermission, { params: { userId, permissionId: groupId } }),
    done: permissionsTexts.removed,
    failed: permissionsTexts.removeFailed,
  });
