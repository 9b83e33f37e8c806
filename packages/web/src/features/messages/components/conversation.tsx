import type { ReactNode } from 'react';
import styles from './conversation.module.css';

interface ConversationProps {
  header: ReactNode;
  log: ReactNode;
  /** Who is typing. */
  notice?: ReactNode;
  composer: ReactNode;
}

/** Header, messages and composer, one over the other; only the messages scroll. */
export function Conversation({ header, log, notice, composer }: ConversationProps) {
  return (
    <section className={styles.conversation}>
      {header}
      {log}
      <div className={styles.notice}>{notice}</div>
      {composer}
    </section>
  );
}
