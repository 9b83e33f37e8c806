import type { ChatListEntry } from '@chat/contract/chats';
import type { Message } from '@chat/contract/messages';
import { getOwnNotifications, type OwnNotifications } from '@chat/contract/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../shared/call-api.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { chatListQuery } from '../chat/list/chat-lists.ts';
import { modeAt } from '../chat/list/mutes.ts';

/** The pages of a company do not all ask in the moment in which its hours begin, ms. */
const SPREAD_MS = 3_000;

/** How long until something has changed, as a wait; undefined where nothing will within the time that is known. */
export const waitUntil = (until: string | null | undefined): number | undefined =>
  until ? Math.max(0, Date.parse(until) - serverNow()) + Math.random() * SPREAD_MS : undefined;

/** The person's own choice, and whether they are inside their hours; read again when that changes. */
export const ownNotificationsQuery = queryOptions({
  queryKey: ['own-notifications'],
  queryFn: async ({ client, signal }) => {
    const own = (await callApi(getOwnNotifications, { signal })).content;
    readAgainAt(client, own);
    return own;
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

let rereading: number | undefined;

function readAgainAt(queryClient: QueryClient, { until }: OwnNotifications): void {
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

/** `notifications:changed`: hours or choice have changed, here or on another device. */
export function registerQuietRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  socket.on('notifications:changed', () => {
    void reread(queryClient);
    void queryClient.invalidateQueries({ queryKey: ['availability'] });
  });
  onRegistered(() => {
    void queryClient.invalidateQueries({ queryKey: ownNotificationsQuery.queryKey });
  });
}

/** Inside the hours at a time: what was read turns at `until`. */
export const isInsideAt = ({ inside, until }: OwnNotifications, now: number): boolean =>
  until !== null && Date.parse(until) <= now ? !inside : inside;

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

/** Whether the viewer has muted the chat, for this message (rules/notifications 7). */
export function isMutedFor(entry: ChatListEntry, message: Message, viewerId: string): boolean {
  const mode = modeAt(entry, serverNow());
  if (mode !== 'mentions') return mode === 'none';
  const isCalled = message.mentions.some(({ uuid }) => uuid === viewerId);
  return !isCalled && message.replyToMessageSenderId !== viewerId;
}
