import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './unread-line.module.css';

/** Where begins what the reader had not seen when they opened the chat. */
export function UnreadLine() {
  return <p className={styles.line}>{messagesTexts.unreadFromHere}</p>;
}
