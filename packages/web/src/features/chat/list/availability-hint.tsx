import { type LucideIcon, Moon, UserLock } from 'lucide-react';
import { useCallback } from 'react';
import { formatWhen } from '../../../shared/format/time.ts';
import { useServerTime } from '../../../shared/server-clock.ts';
import { useAvailability } from './availability.ts';
import styles from './availability-hint.module.css';
import type { ChatTarget } from './chat-lists.ts';
import { chatsTexts as texts } from './chats.texts.ts';

interface HintProps {
  chat: ChatTarget;
  isBlocked: boolean;
}

/** Says above the box of a direct chat why the other person does not get what is written now. */
export function AvailabilityHint({ chat, isBlocked }: HintProps) {
  if (isBlocked) return <Hint Icon={UserLock}>{texts.blocked}</Hint>;
  return <OutsideHint chat={chat} />;
}

/** Says that the other person is outside their hours, and until when. */
function OutsideHint({ chat }: Pick<HintProps, 'chat'>) {
  const { outside, until } = useAvailability(chat);
  // 'mañana' becomes a time of today at midnight.
  const when = useServerTime(
    useCallback((now: number) => (until === null ? '' : formatWhen(until, new Date(now))), [until]),
  );
  if (!outside) return null;
  return <Hint Icon={Moon}>{when ? texts.outsideUntil(when) : texts.outside}</Hint>;
}

function Hint({ Icon, children }: { Icon: LucideIcon; children: string }) {
  return (
    <span className={styles.hint}>
      <Icon aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
