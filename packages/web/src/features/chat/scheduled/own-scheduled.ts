import {
  deleteScheduled,
  editScheduled,
  type Scheduled,
  sendScheduled,
} from '@chat/contract/writing';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { errorMessage, isAbsent } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { useSingleMutation } from '../../../shared/toast/mutations.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { giveBack } from '../composer/drafts.ts';
import { draftOf, mentionsIn } from '../mentions/chips.ts';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { putScheduled, removeScheduled, reread, scheduledQuery } from './scheduled.ts';
import { sayWhen } from './times.ts';

interface Change {
  scheduled: Scheduled;
  text: string;
  sendAt: Date;
}

/** Says it anew, or another time for it. */
export function useEditScheduled() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ scheduled, text, sendAt }: Change) => {
      const body = {
        content: text,
        sendAt: sendAt.toISOString(),
        mentionedUserIds: mentionedIn(text, scheduled),
      };
      const params = { scheduledId: scheduled.uuid };
      return (await callApi(editScheduled, { params, body })).content;
    },
    onSuccess: (scheduled) => {
      putScheduled(queryClient, scheduled);
      notify(texts.willBeSent(sayWhen(scheduled.sendAt, new Date(serverNow()))));
    },
    onError: (error, { scheduled }) => sayFailure(queryClient, error, scheduled, texts.saveFailed),
  });
}

/** Whom the text names still, and who never stood in it. */
function mentionedIn(text: string, { content, mentions }: Scheduled): string[] {
  const idsIn = (said: string) =>
    new Set(mentionsIn(draftOf({ content: said, mentions })).map(({ uuid }) => uuid));
  const [before, after] = [idsIn(content), idsIn(text)];
  return mentions.map(({ uuid }) => uuid).filter((uuid) => after.has(uuid) || !before.has(uuid));
}

/** Its message comes as every other does. */
export function useSendScheduled() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ uuid }: Scheduled) => callApi(sendScheduled, { params: { scheduledId: uuid } }),
    onSuccess: (_, { uuid }) => {
      removeScheduled(queryClient, uuid);
      notify(texts.sent);
    },
    onError: (error, scheduled) => sayFailure(queryClient, error, scheduled, texts.sendFailed),
  });
}

/** Calls off what waits, whose text goes back into the empty box of its chat; or puts away what was dropped. */
export function useDeleteScheduled() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ scheduled: { uuid } }: { scheduled: Scheduled; hash?: string | undefined }) =>
      callApi(deleteScheduled, { params: { scheduledId: uuid } }),
    onSuccess: (_, { scheduled, hash }) => {
      removeScheduled(queryClient, scheduled.uuid);
      if (scheduled.droppedAt !== null) return;
      if (hash !== undefined) giveBack(hash, scheduled);
      notify(texts.cancelled);
    },
    onError: (error, { scheduled: { uuid, droppedAt } }) => {
      if (isAbsent(error)) {
        removeScheduled(queryClient, uuid);
        if (droppedAt === null) notify(texts.isGone, 'info');
        return;
      }
      const fallback = droppedAt === null ? texts.cancelFailed : texts.discardFailed;
      notify(errorMessage(error, fallback), 'error');
    },
  });
}

/** A message that is gone was sent. If the message is still there, its author has lost access to the chat. */
async function sayFailure(
  queryClient: QueryClient,
  error: Error,
  { uuid }: Scheduled,
  fallback: string,
): Promise<void> {
  if (!isAbsent(error)) return notify(errorMessage(error, fallback), 'error');
  await reread(queryClient);
  const list = queryClient.getQueryData(scheduledQuery.queryKey);
  if (list?.some((one) => one.uuid === uuid)) notify(texts.dropped, 'error');
  else notify(texts.isGone, 'info');
}
