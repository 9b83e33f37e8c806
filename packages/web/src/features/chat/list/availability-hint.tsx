import { Moon } from 'lucide-react';
import { useCallback } from 'react';
import { formatWhen } from '../../../shared/format/when.ts';
import { useServerTime } from '../../../shared/server-clock.ts';
import { useAvailability } from './availability.ts';
import styles from './availability-hint.module.css';
import type { ChatTarget } from './chat-lists.ts';
import { chatsTexts as texts } from './chats.texts.ts';

/** Says above the box of a direct chat that the other person is outside their hours, and until when. */
export function AvailabilityHint({ chat }: { chat: ChatTarget }) {
  const { outside, until } = useAvailability(chat);
  // 'mañana' becomes a time of today at midnight.
  const when = useServerTime(
    useCallback((now: number) => (until === null ? '' : formatWhen(until, new Date(now))), [until]),
  );
  if (!outside) return null;
  return (
    <span className={styles.hint}>
      <Moon aria-hidden="true" />
      <span>{when ? texts.outsideUntil(when) : texts.outside}</span>
    </span>
  );
}
