import type { ChatListEntry } from '@chat/contract/chats';
import type { Message } from '@chat/contract/messages';
import {
  getOwnNotifications,
  type OwnNotifications,
  setOwnNotifications,
} from '@chat/contract/notifications';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { resync } from '../../shared/query-client.ts';
import { serverNow, useServerTime, waitUntil } from '../../shared/server-clock.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { useSingleMutation } from '../../shared/toast/mutations.ts';
import { notify } from '../../shared/toast/notify.ts';
import { AVAILABILITY } from '../chat/list/availability.ts';
import { chatListQuery } from '../chat/list/chat-lists.ts';
import { notificationsTexts } from './notifications.texts.ts';

/** The person's own choice, and whether they are inside their hours; read again when that changes. */
export const ownNotificationsQuery = queryOptions({
  queryKey: ['own-notifications'],
  queryFn: async ({ client, signal }) => {
    const own = (await callApi(getOwnNotifications, { signal })).content;
    scheduleReread(client, own);
    return own;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

let rereading: number | undefined;

function scheduleReread(queryClient: QueryClient, { until }: OwnNotifications): void {
  window.clearTimeout(rereading);
  const wait = waitUntil(until);
  if (wait !== undefined) rereading = window.setTimeout(() => void reread(queryClient), wait);
}

/** Whoever has not needed it so far reads it when they do. An answer on its way may be older than the change. */
async function reread(queryClient: QueryClient): Promise<void> {
  const { queryKey } = ownNotificationsQuery;
  if (!queryClient.getQueryState(queryKey)) return;
  await queryClient.cancelQueries({ queryKey });
  await queryClient.fetchQuery({ ...ownNotificationsQuery, staleTime: 0 }).catch(() => undefined);
}

/** Inside the hours at a time: what was read turns at `until`. */
const isInsideAt = ({ inside, until }: OwnNotifications, now: number): boolean =>
  until !== null && Date.parse(until) <= now ? !inside : inside;

/** As it is this moment: until the server is asked again, hours that have ended are known to have ended. */
export function useOwnNotifications() {
  const own = useQuery(ownNotificationsQuery);
  const isTurned = useServerTime((now) => own.data?.inside !== isInsideNow(own.data, now));
  if (!own.data || !isTurned) return own;
  return { ...own, data: { ...own.data, inside: !own.data.inside, until: null } };
}

const isInsideNow = (own: OwnNotifications | undefined, now: number) => own && isInsideAt(own, now);

export function useSetOutsideHours() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async (outsideHours: boolean) =>
      (await callApi(setOwnNotifications, { body: { outsideHours } })).content,
    onSuccess: (own) => {
      queryClient.setQueryData(ownNotificationsQuery.queryKey, own);
      scheduleReread(queryClient, own);
    },
    onError: (error) =>
      notify(errorMessage(error, notificationsTexts.own.outsideHoursFailed), 'error'),
  });
}

/** `notifications:changed`: hours or choice have changed, here or on another device. */
export function registerQuietRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  socket.on('notifications:changed', () => {
    void reread(queryClient);
    resync(queryClient, { queryKey: [AVAILABILITY] });
  });
  onRegistered(() => {
    void queryClient.invalidateQueries({ queryKey: ownNotificationsQuery.queryKey });
    resync(queryClient, { queryKey: [AVAILABILITY] });
  });
}

/** Whether a message makes no sound and no notification: outside the person's hours (rules/notifications 8). */
export async function isOffDuty(queryClient: QueryClient): Promise<boolean> {
  const own = await queryClient.fetchQuery(ownNotificationsQuery).catch(() => undefined);
  return own !== undefined && !own.outsideHours && !isInsideAt(own, serverNow());
}

/** The entry of a message's chat in the viewer's list; one who only watches the chat has none. */
export async function findEntry(
  queryClient: QueryClient,
  { groupId, hash }: Message,
): Promise<ChatListEntry | undefined> {
  if (!groupId) return undefined;
  // The socket keeps a list true that was read; one that may have missed something is read again.
  const query = { ...chatListQuery(groupId), staleTime: Number.POSITIVE_INFINITY };
  const list = await queryClient.fetchQuery(query).catch(() => undefined);
  return list?.find((entry) => entry.hash === hash);
}
