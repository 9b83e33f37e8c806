import {
  confirmTwoSteps,
  endOtherSessions,
  endOwnSession,
  getTwoSteps,
  listOwnSessions,
  removeOwnTwoSteps,
  setUpTwoSteps,
} from '@chat/contract/auth';
import { changeOwnPassword } from '@chat/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../shared/call-api.ts';
import { useAnnouncedMutation, useSingleMutation } from '../../shared/toast/mutations.ts';
import { accountTexts, twoStepsTexts } from './account.texts.ts';

const { sessions, password } = accountTexts;

// Another device may have signed in, or out, since: asked for whenever it is looked at.
const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await callApi(listOwnSessions, { signal })).content,
  staleTime: 0,
});

export const useOwnSessions = () => useQuery(ownSessionsQuery);

export const useEndSession = () =>
  useAnnouncedMutation({
    mutationFn: (sessionId: string) => callApi(endOwnSession, { params: { sessionId } }),
    done: sessions.ended,
    failed: sessions.endFailed,
  });

export const useEndOtherSessions = () =>
  useAnnouncedMutation({
    mutationFn: () => callApi(endOtherSessions),
    done: sessions.othersEnded,
    failed: sessions.endFailed,
  });

interface PasswordChange {
  /** Blank where the person has none yet. */
  currentPassword?: string | undefined;
  password: string;
}

export const useChangeOwnPassword = () =>
  useAnnouncedMutation({
    mutationFn: (body: PasswordChange) => callApi(changeOwnPassword, { body }),
    done: password.saved,
    failed: password.failed,
  });

const twoStepsQuery = queryOptions({
  queryKey: ['two-steps'],
  queryFn: async ({ signal }) => (await callApi(getTwoSteps, { signal })).content,
  staleTime: 0,
});

export const useTwoSteps = () => useQuery(twoStepsQuery);

/** The password is needed while a second step is on, of whoever has one. */
export const useSetUpTwoSteps = () =>
  useSingleMutation({
    mutationFn: async (password: string) =>
      (await callApi(setUpTwoSteps, { body: { password: password || null } })).content,
  });

export const useConfirmTwoSteps = () =>
  useSingleMutation({
    mutationFn: async (code: string) =>
      (await callApi(confirmTwoSteps, { body: { code } })).content.recoveryCodes,
  });

export const useRemoveTwoSteps = () =>
  useAnnouncedMutation({
    mutationFn: ({ password }: { password: string }) =>
      callApi(removeOwnTwoSteps, { body: { password: password || null } }),
    done: twoStepsTexts.turnedOff,
    failed: twoStepsTexts.turnOffFailed,
  });
