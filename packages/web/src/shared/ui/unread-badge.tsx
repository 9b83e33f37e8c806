import { uiTexts } from './ui.texts.ts';
import styles from './unread-badge.module.css';

/** Nothing at zero. */
export function UnreadBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className={styles.badge} role="img" aria-label={uiTexts.unreadMessages(count)}>
      {count > 99 ? '99+' : count}
    </span>
  );
}
