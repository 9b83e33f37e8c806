import { ArrowUp } from 'lucide-react';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './unread-button.module.css';

/** Up to the line where begins what was not seen, while that is out of sight. */
export function UnreadButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      <ArrowUp aria-hidden="true" />
      {messagesTexts.jumpToUnread}
    </button>
  );
}
