import type { CreateGroupInput, UpdateGroupInput } from '@chat/contract/forms';
import {
  addGroupParticipants,
  createGroup,
  deleteGroup,
  listGroupParticipants,
  removeGroupParticipant,
  setGroupRetention,
  updateGroup,
} from '@chat/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import { adminGroupsTexts } from './admin-groups.texts.ts';

export const useGroupParticipants = (groupId: string) =>
  useQuery({
    queryKey: ['groups', groupId, 'participants'],
    queryFn: async ({ signal }) =>
      (await callApi(listGroupParticipants, { params: { groupId }, signal })).content,
  });

export const useAddGroupParticipants = (groupId: string) =>
  useAnnouncedMutation({
    mutationFn: (userIds: string[]) =>
      callApi(addGroupParticipants, { params: { groupId }, body: { userIds } }),
  });

export const useRemoveGroupParticipant = (groupId: string) =>
  useAnnouncedMutation({
    mutationFn: (userId: string) =>
      callApi(removeGroupParticipant, { params: { groupId, userId } }),
  });

export const useCreateGroup = () =>
  useAnnouncedMutation({
    mutationFn: (body: CreateGroupInput) => callApi(createGroup, { body }),
    done: adminGroupsTexts.created,
    failed: adminGroupsTexts.createFailed,
  });

interface GroupUpdate {
  groupId: string;
  body: UpdateGroupInput;
}

export const useUpdateGroup = () =>
  useAnnouncedMutation({
    mutationFn: ({ groupId, body }: GroupUpdate) =>
      callApi(updateGroup, { params: { groupId }, body }),
    done: adminGroupsTexts.updated,
    failed: adminGroupsTexts.updateFailed,
  });

export const useSetGroupRetention = () =>
  useAnnouncedMutation({
    mutationFn: ({ groupId, days }: { groupId: string; days: number | null }) =>
      callApi(setGroupRetention, { params: { groupId }, body: { days } }),
    done: adminGroupsTexts.retentionSaved,
    failed: adminGroupsTexts.retentionFailed,
  });

export const useDeleteGroup = () =>
  useAnnouncedMutation({
    mutationFn: (groupId: string) => callApi(deleteGroup, { params: { groupId } }),
    done: adminGroupsTexts.deleted,
    failed: adminGroupsTexts.deleteFailed,
  });
