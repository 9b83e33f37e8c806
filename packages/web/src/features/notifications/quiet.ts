import type { ChatListEntry } from '@chat/contract/chats';
import type { Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { resync } from '../../shared/query-client.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { AVAILABILITY } from '../chat/list/availability.ts';
import { chatListQuery } from '../chat/list/chat-lists.ts';
import { isInsideAt, ownNotificationsQuery, reread } from './own-notifications.ts';

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
