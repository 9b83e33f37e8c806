import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { cx } from './cx.ts';
import { uiTexts } from './ui.texts.ts';

interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'success' | 'danger' | 'warning';
  /** A dot in the tone's colour before the text. */
  hasDot?: boolean;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', hasDot = false, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {hasDot && <span className={styles.dot} />}
      {children}
    </span>
  );
}

/** Nothing at zero; grey where the chat is muted. */
export function UnreadBadge({ count, isMuted = false }: { count: number; isMuted?: boolean }) {
  if (count <= 0) return null;
  return (
    <span
      className={cx(styles.unread, isMuted && styles.muted)}
      role="img"
      aria-label={uiTexts.unreadMessages(count)}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
