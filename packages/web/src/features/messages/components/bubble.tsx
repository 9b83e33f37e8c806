import type { ReactNode } from 'react';
import { avatarTone } from '../../../shared/format/avatar.ts';
import { cx } from '../../../shared/ui/cx.ts';
import styles from './bubble.module.css';

interface BubbleProps {
  sender: string;
  isOwn: boolean;
  /** Opens what one sender says in one breath: his name is shown. */
  isFirst: boolean;
  isFailed?: boolean;
  /** Time and ticks. */
  meta: ReactNode;
  /** Under the bubble. */
  footer?: ReactNode;
  children: ReactNode;
}

export function Bubble(props: BubbleProps) {
  const { sender, isOwn, isFirst, isFailed, meta, footer, children } = props;
  return (
    <article className={cx(styles.row, isOwn && styles.own, isFirst && styles.first)}>
      <div className={cx(styles.bubble, isFailed && styles.failed)}>
        <h3
          className={isFirst ? styles.sender : 'visually-hidden'}
          data-tone={isOwn ? undefined : avatarTone(sender)}
        >
          {sender}
        </h3>
        <div className={styles.body}>
          <p className={styles.text}>{children}</p>
          <span className={styles.meta}>{meta}</span>
        </div>
      </div>
      {footer}
    </article>
  );
}
