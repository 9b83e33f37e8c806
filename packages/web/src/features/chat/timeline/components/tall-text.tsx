import { type ReactNode, useState } from 'react';
import { messagesTexts as texts } from '../../messages/messages.texts.ts';
import styles from './tall-text.module.css';

/** Its beginning, and all of it for who asks: other messages stay in sight (rules/messages 37). */
export function TallText({ children }: { children: ReactNode }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <span className={isWhole ? undefined : styles.folded}>{children}</span>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? texts.showLess : texts.showMore}
      </button>
    </>
  );
}
