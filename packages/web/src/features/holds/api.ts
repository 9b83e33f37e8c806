import type { HoldInput } from '@chat/contract/forms';
import { type Hold, holdChat, holdUser, listHolds } from '@chat/contract/holds';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../shared/call-api.ts';
import { useAnnouncedMutation } from '../../shared/toast/mutations.ts';
import { holdsTexts as texts } from './holds.texts.ts';

/** A conversation or a person that is kept, or may be; `name` as it is shown. */
export interface HoldSubject {
  chatId: string | null;
  userId: string | null;
  name: string;
}

export const chatSubject = (chatId: string, name: string): HoldSubject => ({
  chatId,
  userId: null,
  name,
});

export const userSubject = (userId: string, name: string): HoldSubject => ({
  chatId: null,
  userId,
  name,
});

/** The holds in force, newest first; for supervisors alone (rules/holds 6). */
export const useHolds = (isOn = true) =>
  useQuery({
    enabled: isOn,
    queryKey: ['holds'],
    queryFn: async ({ signal }) => (await callApi(listHolds, { signal })).content,
    staleTime: 0,
  });

export const holdOn = (holds: Hold[], { chatId, userId }: HoldSubject): Hold | undefined =>
  holds.find((hold) => hold.chatId === chatId && hold.userId === userId);

async function callHold({ chatId, userId }: HoldSubject, body: HoldInput): Promise<void> {
  if (chatId !== null) await callApi(holdChat, { params: { chatId }, body });
  else if (userId !== null) await callApi(holdUser, { params: { userId }, body });
}

export const useSetHold = (subject: HoldSubject) =>
  useAnnouncedMutation({
    mutationFn: (reason: string) => callHold(subject, { hold: true, reason }),
    done: texts.saved,
    failed: texts.failed,
  });

export const useEndHold = (subject: HoldSubject) =>
  useAnnouncedMutation({
    mutationFn: () => callHold(subject, { hold: false }),
    done: texts.ending.done,
    failed: texts.failed,
  });
