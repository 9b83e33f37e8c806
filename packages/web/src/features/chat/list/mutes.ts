import type { ChatListEntry } from '@chat/contract/chats';
import type { NotificationMode } from '@chat/contract/notifications';
import { useCallback } from 'react';
import { useServerTime } from '../../../shared/server-clock.ts';

/** The parts of an entry that say how its chat notifies. */
export type Notified = Pick<ChatListEntry, 'chatType' | 'notifications'>;

/** The chat's mode at a time: a mute that has ended hides nothing (rules/notifications 7). */
export function modeAt({ chatType, notifications }: Notified, now: number): NotificationMode {
  const { mode, until } = notifications;
  if (until !== null && Date.parse(until) <= now) return 'all';
  // Nobody is mentioned in a direct chat.
  return chatType === 'DIRECT' && mode === 'mentions' ? 'none' : mode;
}

/** The mode of this moment, drawn again when a mute ends. */
export const useMode = (entry: Notified): NotificationMode =>
  useServerTime(useCallback((now: number) => modeAt(entry, now), [entry]));
