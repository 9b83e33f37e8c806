import { isCalledBy } from '@chat/contract/chat-changes';
import type { ChatListEntry } from '@chat/contract/chats';
import type { ChatType, Message } from '@chat/contract/messages';
import type { NotificationMode } from '@chat/contract/notifications';
import { useCallback } from 'react';
import { serverNow, useServerTime } from '../../../shared/server-clock.ts';

/** The parts of an entry that say how its chat notifies. */
export type Notified = Pick<ChatListEntry, 'notifications'> & { chatType: ChatType };

/** The chat's mode at a time: a mute that has ended hides nothing (rules/notifications 7). */
export function modeAt({ chatType, notifications }: Notified, now: number): NotificationMode {
  const { mode, until } = notifications;
  if (until !== null && Date.parse(until) <= now) return 'all';
  // Nobody is mentioned in a direct chat.
  return chatType === 'DIRECT' && mode === 'mentions' ? 'none' : mode;
}

/** Whether the viewer has muted the chat, for this message (rules/notifications 7). */
export function isMutedFor(chat: Notified, message: Message, viewerId: string): boolean {
  const mode = modeAt(chat, serverNow());
  return mode === 'mentions' ? !isCalledBy(message, viewerId) : mode === 'none';
}

/** How much of what is unread in a chat its mute lets through (rules/mutes 9). */
export function unmutedIn(entry: ChatListEntry, now: number): number {
  const mode = modeAt(entry, now);
  if (mode === 'all') return entry.unreadCount;
  return mode === 'mentions' ? entry.calledCount : 0;
}

/** The mode of this moment, drawn again when a mute ends. */
export const useMode = (entry: Notified): NotificationMode =>
  useServerTime(useCallback((now: number) => modeAt(entry, now), [entry]));
