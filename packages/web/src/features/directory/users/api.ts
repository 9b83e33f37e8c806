import { forgetCompanyAccount, removeTwoSteps } from '@chat/contract/auth';
import type { UpdateUserInput } from '@chat/contract/forms';
import {
  blockUser,
  createInvitation,
  createUser,
  deleteUser,
  exportUsers,
  searchUsers,
  setUserPassword,
  type User,
  type UserSummary,
  unblockUser,
  updateUser,
} from '@chat/contract/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { fetchFile, saveFile } from '../../../shared/save-file.ts';
import { useAnnouncedMutation, useSingleMutation } from '../../../shared/toast/mutations.ts';
import { notify } from '../../../shared/toast/notify.ts';
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

interface NewPerson {
  firstName: string;
  lastName: string;
  email: string;
  groupUuids: string[];
}

/** With a password, with an invitation, or with neither: by the company's sign-in alone. */
export type NewUser = NewPerson & ({ password?: string } | { invite: true });

export const useCreateUser = (emailDomain: string) =>
  useAnnouncedMutation({
    mutationFn: async (form: NewUser) =>
      (await callApi(createUser(emailDomain), { body: { password: undefined, ...form } })).content,
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

/** An act upon somebody that takes the administrator's own password; an administrator without one leaves it blank. */
interface ProvenAct {
  userId: string;
  currentPassword?: string | undefined;
}

const proofOf = ({ currentPassword }: ProvenAct) => (currentPassword ? { currentPassword } : {});

export const useInvite = () =>
  useAnnouncedMutation({
    mutationFn: async (act: ProvenAct) => {
      const { userId } = act;
      const call = { params: { userId }, body: proofOf(act) };
      return (await callApi(createInvitation, call)).content;
    },
    failed: usersTexts.inviteFailed,
  });

export const useRemoveTwoSteps = () =>
  useAnnouncedMutation({
    mutationFn: (act: ProvenAct) =>
      callApi(removeTwoSteps, { params: { userId: act.userId }, body: proofOf(act) }),
    done: usersTexts.twoStepsRemoved,
    failed: usersTexts.changeFailed,
  });

export const useForgetCompanyAccount = () =>
  useAnnouncedMutation({
    mutationFn: (act: ProvenAct) =>
      callApi(forgetCompanyAccount, { params: { userId: act.userId }, body: proofOf(act) }),
    done: usersTexts.companyForgotten,
    failed: usersTexts.changeFailed,
  });

export const useExportUsers = () =>
  useSingleMutation({
    mutationFn: async () => saveFile(await fetchFile(exportUsers), usersTexts.exportFile),
    onError: (error) => notify(errorMessage(error, usersTexts.exportFailed), 'error'),
  });
