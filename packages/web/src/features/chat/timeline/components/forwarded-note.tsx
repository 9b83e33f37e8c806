import { Forward } from 'lucide-react';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './forwarded-note.module.css';

/** Above what a message says that is a copy of another one. */
export const ForwardedNote = () => (
  <p className={styles.note}>
    <Forward aria-hidden="true" />
    {messagesTexts.forwarded}
  </p>
);
