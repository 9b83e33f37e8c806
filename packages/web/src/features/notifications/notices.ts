import type { Message } from '@chat/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { goTo } from '../../shared/navigation.ts';
import { groupPath } from '../../shared/routes.ts';
import { ownGroupsQuery } from '../chat/list/chat-lists.ts';
import { chooseEntry } from '../chat/list/use-selected-entry.ts';
import { askPermission } from './permission-offer.tsx';
import { canPlaySound, isMuted } from './sound.ts';

type ChatRef = Pick<Message, 'chatUuid' | 'chatType' | 'groupId' | 'senderId'>;

/** The message whose notification was clicked, until its chat is opened. */
const useClickedNotice = create<{ clicked: ChatRef | null }>(() => ({ clicked: null }));

const shown = new Map<string, Notification>();

export const mayNotify = (): boolean =>
  'Notification' in window && Notification.permission === 'granted';

/** One notification a chat: a newer one takes the place of the former. */
export function showNotice(chat: ChatRef, { title, body }: { title: string; body: string }): void {
  const options = {
    body,
    tag: chat.chatUuid,
    // Otherwise the newer one would take its place without a sign.
    renotify: true,
    icon: '/icon.svg',
    lang: 'es',
    silent: isMuted() || canPlaySound(),
  };
  try {
    const notice = new Notification(title, options);
    notice.onclick = () => {
      window.focus();
      useClickedNotice.setState({ clicked: chat });
      hideNotice(chat.chatUuid);
    };
    shown.set(chat.chatUuid, notice);
  } catch (error) {
    // Phones leave notifications to service workers.
    console.warn('this browser shows no notifications of pages', error);
  }
}

/** The chat was read, here or on another device. */
export function hideNotice(chatId: string): void {
  shown.get(chatId)?.close();
  shown.delete(chatId);
}

export function hideNotices(): void {
  for (const chatId of shown.keys()) hideNotice(chatId);
}

/** Asks for the browser's permission on load (rules/notifications 4). */
export function useNotificationPermission(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) void askPermission();
  }, [isWanted]);
}

/** Opens the chat of a clicked notification, from whatever page is open. */
export function useClickedChat(): void {
  const clicked = useClickedNotice((state) => state.clicked);
  useEffect(() => {
    if (!clicked?.groupId) return;
    const { groupId, chatType, chatUuid, senderId } = clicked;
    useClickedNotice.setState({ clicked: null });
    // A list names the group chat by its own uuid, a direct one by whom it is with.
    if (chatType === 'GROUP') chooseEntry(groupId, { chatType, uuid: chatUuid });
    else chooseEntry(groupId, { chatType: 'DIRECT', uuid: senderId });
    goTo(groupPath(groupId));
  }, [clicked]);
}

/** The document's title shows how much is unread in all groups, and its icon that there is something. */
export function useUnreadTitle(title: string, isWanted: boolean): void {
  const { data } = useQuery({ ...ownGroupsQuery, enabled: isWanted });
  const unread = data?.reduce((sum, group) => sum + group.unreadCount, 0) ?? 0;
  useEffect(() => {
    showUnread(title, unread);
    return () => showUnread(title, 0);
  }, [title, unread]);
}

function showUnread(title: string, unread: number): void {
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = unread > 0 ? '/icon-unread.svg' : '/icon.svg';
}
