import type { MessageStatus } from '@chat/contract/messages/messages.schema';
import { Check, CheckCheck, Clock } from 'lucide-react';
import { cx } from './cx.ts';
import styles from './ticks.module.css';
import { uiTexts } from './ui.texts.ts';

const icons = { PENDING: Clock, SENT: Check, DELIVERED: CheckCheck, SEEN: CheckCheck };

/** How far an own message has come (product §4): one tick, two, two highlighted; a clock before the server has it. */
export function Ticks({ status }: { status: MessageStatus | 'PENDING' }) {
  const label = status === 'PENDING' ? uiTexts.sending : uiTexts.ticks[status];
  const Icon = icons[status];
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx(styles.ticks, status === 'SEEN' && styles.seen)}
    >
      <Icon aria-hidden="true" />
    </span>
  );
}
