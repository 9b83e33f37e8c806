import type { Message } from '@chat/contract/messages';
import { listScheduled, type Scheduled, scheduleMessage } from '@chat/contract/writing';
import {
  type QueryClient,
  queryOptions,
  useIsMutating,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorMessage } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { readSession } from '../../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../../shared/socket.ts';
import { useSingleMutation } from '../../../shared/toast/mutations.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { whenSettled } from '../../../shared/when-settled.ts';
import { CHAT_LISTS, type ChatTarget, findDirectChatId } from '../list/chat-lists.ts';
import { newReferenceId, type TextDraft } from '../outbox/outbox.ts';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { sayWhen } from './times.ts';

/** The chat whose scheduled messages are shown. */
export interface ScheduledPlace {
  chatId: string;
  hash: string;
}

/** The user's own, of all chats. */
export const scheduledQuery = queryOptions({
  queryKey: ['scheduled'],
  queryFn: async ({ signal }) => (await callApi(listScheduled, { signal })).content,
});

/** The user's own scheduled messages, as far as they are known: asked for once the page has nothing better to do. */
export function useKnownScheduled(): Scheduled[] {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      whenSettled(() => {
        void queryClient.prefetchQuery({ ...scheduledQuery, staleTime: Number.POSITIVE_INFINITY });
      }),
    [queryClient],
  );
  return useQuery({ ...scheduledQuery, enabled: false }).data ?? [];
}

/** `scheduled:dropped`, and what an absence missed of messages that were waiting. */
export function registerScheduledRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  socket.on('scheduled:dropped', ({ reason }) => {
    void reread(queryClient);
    notify(reason === 'LATE' ? texts.lateNotice : texts.droppedNotice, 'error');
  });
  onRegistered(() => {
    if (queryClient.getQueryData(scheduledQuery.queryKey)?.length) void reread(queryClient);
  });
}

/** Nobody need be looking at them. An answer that is on its way may be older than the change. */
export async function reread(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ queryKey: scheduledQuery.queryKey });
  await queryClient.fetchQuery({ ...scheduledQuery, staleTime: 0 }).catch(() => undefined);
}

/** `message`: one that was waiting was sent. */
export function settleScheduled(queryClient: QueryClient, message: Message): void {
  const { senderId, referenceId, chatUuid } = message;
  if (referenceId === null || senderId !== readSession().user?.uuid) return;
  const isThis = (one: Scheduled) => one.referenceId === referenceId && one.chatId === chatUuid;
  queryClient.setQueryData(scheduledQuery.queryKey, (list) => {
    const rest = list?.filter((one) => !isThis(one));
    return rest?.length === list?.length ? list : rest;
  });
}

interface Later {
  draft: TextDraft;
  sendAt: Date;
}

/** The last text that failed to be scheduled: tried again under its reference, it is sent once however often. */
let failed: { key: string; referenceId: string } | null = null;

const referenceOf = (key: string) => (failed?.key === key ? failed.referenceId : newReferenceId());

const scheduling = (hash: string) => ['schedule', hash];

/** A text of this chat is on its way to be kept until its time. */
export const useIsScheduling = ({ hash }: ChatTarget): boolean =>
  useIsMutating({ mutationKey: scheduling(hash) }) > 0;

/** Has a text of this chat sent at its time; says when, or why not. */
export function useScheduleMessage(target: ChatTarget) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationKey: scheduling(target.hash),
    mutationFn: async ({ draft, sendAt }: Later) => {
      const mentionedUserIds = draft.mentions.map(({ uuid }) => uuid);
      const key = JSON.stringify([target.hash, draft.content, mentionedUserIds]);
      failed = { key, referenceId: referenceOf(key) };
      const chatId = target.chatId ?? (await findDirectChatId(target));
      const body = {
        content: draft.content,
        sendAt: sendAt.toISOString(),
        referenceId: failed.referenceId,
        mentionedUserIds,
      };
      const { content } = await callApi(scheduleMessage, { params: { chatId }, body });
      failed = null;
      return content;
    },
    onSuccess: (scheduled) => {
      if (scheduled.messageId !== null) return notify(texts.wasSent, 'info');
      putScheduled(queryClient, scheduled);
      // Nobody else tells that the chat is there now.
      if (target.chatId === null) void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
      notify(texts.willBeSent(sayWhen(scheduled.sendAt, new Date(serverNow()))));
    },
    onError: (error) => notify(errorMessage(error, texts.failed), 'error'),
  });
}

export function putScheduled(queryClient: QueryClient, scheduled: Scheduled): void {
  queryClient.setQueryData(scheduledQuery.queryKey, (list = []) =>
    [...list.filter(({ uuid }) => uuid !== scheduled.uuid), scheduled].sort((one, other) =>
      one.sendAt < other.sendAt ? -1 : 1,
    ),
  );
}

export const removeScheduled = (queryClient: QueryClient, scheduledId: string) =>
  queryClient.setQueryData(scheduledQuery.queryKey, (list) =>
    list?.filter(({ uuid }) => uuid !== scheduledId),
  );
