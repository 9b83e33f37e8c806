import type { ReactNode } from 'react';
import { useFileDrop } from '../hooks/use-file-drop.ts';
import styles from './conversation.module.css';
import { DropOverlay } from './drop-overlay.tsx';

interface ConversationProps {
  header: ReactNode;
  log: ReactNode;
  /** Who is typing. */
  notice?: ReactNode;
  composer: ReactNode;
  /** What a dropped file becomes, where one may write. */
  onFile?: ((file: File) => void) | undefined;
}

/** Header, messages and composer, one over the other; only the messages scroll. */
export function Conversation({ header, log, notice, composer, onFile }: ConversationProps) {
  const { isOver, handlers } = useFileDrop(onFile);
  return (
    <section className={styles.conversation} {...handlers}>
      {header}
      {log}
      <div className={styles.notice}>{notice}</div>
      {composer}
      {isOver && <DropOverlay />}
    </section>
  );
}
