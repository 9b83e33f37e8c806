import type { UpdateUserInput } from '@chat/contract/forms';
import {
  blockUser,
  createUser,
  deleteUser,
  searchUsers,
  setUserPassword,
  type User,
  type UserSummary,
  unblockUser,
  updateUser,
} from '@chat/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../../shared/toast/mutations.ts';
import type { CreateUserBody } from './create-user-dialog.tsx';
import { usersTexts } from './users.texts.ts';

const REFETCH_INTERVAL_MS = 180_000;

// Only managers get summaries, and they have no way to this list.
const isWhole = (user: User | UserSummary): user is User => 'connectionStatus' in user;

/** The administration's list, read again every three minutes (rules/people 25). */
export const useFoundUsers = (email: string) =>
  useQuery({
    queryKey: ['users', 'found', email],
    queryFn: async ({ signal }) =>
      (await callApi(searchUsers, { query: { email }, signal })).content.filter(isWhole),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
  });

export const useCreateUser = (emailDomain: string) =>
  useAnnouncedMutation({
    mutationFn: (body: CreateUserBody) => callApi(createUser(emailDomain), { body }),
    done: usersTexts.created,
    failed: usersTexts.createFailed,
  });

interface UserUpdate {
  userId: string;
  body: UpdateUserInput;
}

export const useUpdateUser = () =>
  useAnnouncedMutation({
    mutationFn: ({ userId, body }: UserUpdate) => callApi(updateUser, { params: { userId }, body }),
    done: usersTexts.updated,
    failed: usersTexts.updateFailed,
  });

interface NewPassword {
  userId: string;
  /** `currentPassword`: the caller's own, for another administrator's. */
  body: { password: string; currentPassword?: string | undefined };
}

export const useSetUserPassword = () =>
  useAnnouncedMutation({
    mutationFn: ({ userId, body }: NewPassword) =>
      callApi(setUserPassword, { params: { userId }, body }),
    done: usersTexts.passwordUpdated,
    failed: usersTexts.passwordFailed,
  });

export const useBlockUser = () =>
  useAnnouncedMutation({
    mutationFn: (userId: string) => callApi(blockUser, { params: { userId } }),
  });

export const useUnblockUser = () =>
  useAnnouncedMutation({
    mutationFn: (userId: string) => callApi(unblockUser, { params: { userId } }),
  });

export const useDeleteUser = () =>
  useAnnouncedMutation({
    mutationFn: (userId: string) => callApi(deleteUser, { params: { userId } }),
  });
