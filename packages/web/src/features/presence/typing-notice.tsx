import type { ReactNode } from 'react';
import { presenceTexts } from './presence.texts.ts';
import { useTyping } from './typing.ts';
import styles from './typing-notice.module.css';

const nobody: Record<string, string> = {};

interface TypingNoticeProps {
  chatId: string | null;
  /** Stands there while nobody is typing, and keeps its place meanwhile. */
  otherwise?: ReactNode;
}

export function TypingNotice({ chatId, otherwise }: TypingNoticeProps) {
  const [email] = Object.values(useTyping(({ chats }) => chats[chatId ?? ''] ?? nobody));
  const typing = email && `${email} ${presenceTexts.typing}`;
  if (!otherwise || !typing) return typing || otherwise;
  return (
    <span className={styles.stack}>
      <span>{typing}</span>
      <span className={styles.covered}>{otherwise}</span>
    </span>
  );
}
