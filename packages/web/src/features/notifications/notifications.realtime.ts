import type { EditedMessage, Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { onSessionEnd, readSession } from '../../shared/session.ts';
import type { ChatSocket } from '../../shared/socket.ts';
import { chatListQuery } from '../chat/list/api/chat-lists.ts';
import { ownGroupsQuery } from '../chat/list/api/list-own-groups.ts';
import { noticeOf } from './message-notice.ts';
import { hideNotice, hideNotices, mayNotify, showNotice } from './notices.ts';
import { followLook, isNotifyingTab } from './one-tab.ts';
import { playSound, primeSound } from './sound.ts';

/** The sound, the tabs' agreement on who notifies, and what takes notifications back. */
export function registerNotificationsRealtime(socket: ChatSocket): void {
  primeSound();
  followLook();
  document.addEventListener('visibilitychange', followLook);
  socket.on('chat:read', ({ chatId }) => hideNotice(chatId));
  onSessionEnd(hideNotices);
}

/** `message`: a browser notification and a sound while nobody looks (rules/notifications 1). */
export function notifyOf(queryClient: QueryClient, message: Message): void {
  if (isNews(message)) void notifyUnwatched(queryClient, message, message.uuid);
}

/** `message:edited`: to whom only the edit mentions, as a message that does; to nobody else (rules/edits 6). */
export function notifyOfEdit(queryClient: QueryClient, edited: EditedMessage): void {
  const { uuid, editedAt, newMentions, senderId } = edited;
  const viewerId = readSession().user?.uuid ?? '';
  if (!newMentions.includes(viewerId) || senderId === viewerId) return;
  void notifyUnwatched(queryClient, edited, `${uuid}.${editedAt}`);
}

/** The newest message received of each chat: one that comes twice is no news. */
const newest = new Map<string, number>();

function isNews({ chatUuid, chatType, seq, senderId }: Message): boolean {
  if (seq <= (newest.get(chatUuid) ?? 0)) return false;
  newest.set(chatUuid, seq);
  return chatType !== 'PERSONAL' && senderId !== readSession().user?.uuid;
}

const isUnwatched = () => document.visibilityState === 'hidden' && mayNotify();

/** `newsId`: of which one tab tells. */
async function notifyUnwatched(
  queryClient: QueryClient,
  message: Message,
  newsId: string,
): Promise<void> {
  const { user } = readSession();
  if (!user || !isUnwatched()) return;
  // Administrators also receive messages of chats they only monitor.
  if (user.isAdmin && !(await isMember(queryClient, message))) return;
  if (!(await isNotifyingTab(newsId)) || !isUnwatched()) return;
  const groups = queryClient.getQueryData(ownGroupsQuery.queryKey);
  const group = groups?.find(({ uuid }) => uuid === message.groupId);
  showNotice(message, noticeOf(message, user.uuid, group?.name));
  await playSound();
}

async function isMember(queryClient: QueryClient, { groupId, hash }: Message): Promise<boolean> {
  if (!groupId) return false;
  const list = await queryClient.ensureQueryData(chatListQuery(groupId)).catch(() => []);
  return list.some((entry) => entry.hash === hash);
}
