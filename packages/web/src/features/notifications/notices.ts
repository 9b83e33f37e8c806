import type { Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';
import { leaveLayers } from '../../shared/layers.ts';
import { goTo } from '../../shared/navigation.ts';
import { groupIn, groupPath } from '../../shared/routes.ts';
import { presentWorker } from '../../shared/service-worker.ts';
import { chatListQuery } from '../chat/list/chat-lists.ts';
import { chooseEntry } from '../chat/list/open-chat.ts';
import { askPermission } from './permission-offer.tsx';
import { isSubscribed, renewSubscription } from './push-subscription.ts';
import { runSerially } from './shared-notes.ts';
import {
  dataOf,
  type NoticeData,
  noteNotice,
  noticeOptions,
  RESUBSCRIBED,
  shownOptions,
} from './shown-notices.ts';
import { canPlaySound, isMuted } from './sound.ts';

type ChatRef = Pick<Message, 'uuid' | 'chatUuid' | 'chatType' | 'groupId' | 'senderId'>;

/** The message whose notification was clicked, until its chat is opened. */
const useClickedNotice = create<{ clicked: ChatRef | null }>(() => ({ clicked: null }));

const shown = new Map<string, Notification>();

export const mayNotify = (): boolean =>
  'Notification' in window && Notification.permission === 'granted';

interface NoticeText {
  title: string;
  body: string;
  isMention: boolean;
}

/** One notification a chat: a newer one takes the place of the former. False where the service worker was first. */
export async function showNotice(chat: ChatRef, said: NoticeText): Promise<boolean> {
  const isSilent = isMuted() || canPlaySound();
  const worker = isSubscribed() ? await presentWorker() : undefined;
  if (!worker) {
    showOwnNotice(chat, said, isSilent);
    return true;
  }
  const { chatUuid: chatId, uuid: messageId, groupId } = chat;
  const notice = { ...said, chatId, messageId, url: groupPath(groupId ?? '') };
  let isNews = false;
  await noteNotice(notice, async (standing) => {
    isNews = standing === 'news';
    if (isNews) await worker.showNotification(said.title, noticeOptions(notice, { isSilent }));
  });
  return isNews;
}

/** The page's own, which goes with it. */
function showOwnNotice(chat: ChatRef, { title, body }: NoticeText, silent: boolean): void {
  const options = {
    ...shownOptions(body, chat.chatUuid, { title, url: '' }),
    renotify: true,
    silent,
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
  void closeShown((data) => data.chatId === chatId);
}

export function hideNotices(): void {
  for (const chatId of shown.keys()) hideNotice(chatId);
  void closeShown(() => true);
}

/** The notifications that stand from before, of chats that were read while this page was away. */
export async function hideReadNotices(queryClient: QueryClient): Promise<void> {
  await closeShown(async ({ url = '', chatId }) => {
    const groupId = groupIn(url);
    if (!chatId || !groupId) return false;
    const list = await queryClient.ensureQueryData(chatListQuery(groupId)).catch(() => undefined);
    const entry = list?.find(({ chatUuid }) => chatUuid === chatId);
    return list !== undefined && (entry?.unreadCount ?? 0) === 0;
  });
}

/** Closes those that the service worker, or a page by it, has shown. */
async function closeShown(
  isOver: (data: Partial<NoticeData>) => boolean | Promise<boolean>,
): Promise<void> {
  const worker = await presentWorker();
  if (!worker?.getNotifications) return;
  // Only here: a browser that keeps nothing has no service worker and refuses locks.
  for (const notice of await runSerially(() => worker.getNotifications())) {
    if (await isOver(dataOf(notice))) notice.close();
  }
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
    leaveLayers(() => {
      // A list names the group chat by its own uuid, a direct one by whom it is with.
      if (chatType === 'GROUP') chooseEntry(groupId, { chatType, uuid: chatUuid });
      else chooseEntry(groupId, { chatType: 'DIRECT', uuid: senderId });
      goTo(groupPath(groupId));
    });
  }, [clicked]);
  useEffect(followWorker, []);
}

/** Answers the service worker, which has given the browser another endpoint. */
function followWorker(): (() => void) | undefined {
  if (!('serviceWorker' in navigator)) return undefined;
  const listen = ({ data }: MessageEvent) => {
    if (data === RESUBSCRIBED) void renewSubscription();
  };
  navigator.serviceWorker.addEventListener('message', listen);
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}
