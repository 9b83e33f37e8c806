import { Lock } from 'lucide-react';
import { messagesTexts } from '../../messages/messages.texts.ts';
import styles from './read-only-note.module.css';

/** In the composer's place where nothing can be written any more. */
export function ReadOnlyNote() {
  return (
    <p className={styles.note}>
      <Lock aria-hidden="true" />
      {messagesTexts.inactive}
    </p>
  );
}
