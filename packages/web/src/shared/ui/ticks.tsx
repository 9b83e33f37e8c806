import type { MessageStatus } from '@chat/contract/messages';
import { Clock } from 'lucide-react';
import { cx } from './cx.ts';
import styles from './ticks.module.css';
import { uiTexts } from './ui.texts.ts';

/** How far an own message has come (rules/receipts 21): one tick, two, two highlighted; a clock before the server has it. */
export function Ticks({ status }: { status: MessageStatus | 'PENDING' }) {
  const label = status === 'PENDING' ? uiTexts.sending : uiTexts.ticks[status];
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx(
        styles.ticks,
        status === 'SENT' && styles.sent,
        status === 'SEEN' && styles.seen,
      )}
    >
      {status === 'PENDING' ? <Clock aria-hidden="true" /> : twoTicks}
    </span>
  );
}

/** Always both, so that the second one can be drawn when it comes. */
const twoTicks = (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M18 6 7 17l-5-5" />
    <path className={styles.second} d="m22 10-7.5 7.5L13 16" pathLength={1} />
  </svg>
);
