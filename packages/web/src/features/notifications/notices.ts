import type { Message } from '@chat/contract/messages';
import { create } from 'zustand';
import { canPlaySound, isMuted } from './sound.ts';

type ChatRef = Pick<Message, 'chatUuid' | 'chatType' | 'groupId' | 'senderId'>;

/** The message whose notification was clicked, until its chat is opened. */
export const useClickedNotice = create<{ clicked: ChatRef | null }>(() => ({ clicked: null }));

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
