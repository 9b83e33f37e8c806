import type { ReactNode } from 'react';
import { chatsTexts } from '../chats.texts.ts';
import styles from './chat-layout.module.css';

interface ChatLayoutProps {
  list: ReactNode;
  /** Null where it does not fit beside the list and none is open. */
  conversation: ReactNode;
  isSplit: boolean;
}

/** List and conversation side by side, or one of them. */
export function ChatLayout({ list, conversation, isSplit }: ChatLayoutProps) {
  const isListShown = isSplit || !conversation;
  return (
    <div className={styles.layout} data-split={isSplit || undefined}>
      {!conversation && <h1 className="visually-hidden">{chatsTexts.list}</h1>}
      <div className={styles.panes}>
        {isListShown && <div className={styles.list}>{list}</div>}
        {conversation && <div className={styles.conversation}>{conversation}</div>}
      </div>
    </div>
  );
}
