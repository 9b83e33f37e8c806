import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../../shared/ui/avatar.tsx';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { chatsTexts } from '../../list/chats.texts.ts';
import styles from './chat-header.module.css';

interface ChatHeaderProps {
  title: string;
  /** What the title is drawn as, where that is more than its text. */
  heading?: ReactNode;
  /** A line beneath the title. */
  hint?: ReactNode;
  email: string;
  isGroup?: boolean;
  /** At its end. */
  tools?: ReactNode;
  /** Given where the list is not beside the conversation. */
  onBack?: (() => void) | undefined;
}

export function ChatHeader(props: ChatHeaderProps) {
  const { title, heading = title, hint, email, isGroup = false, tools, onBack } = props;
  return (
    <header className={styles.header}>
      {onBack && <IconButton label={chatsTexts.backToList} icon={ArrowLeft} onClick={onBack} />}
      <Avatar email={email} isGroup={isGroup} />
      <div className={styles.lines}>
        <h1 className={styles.title} title={title}>
          {heading}
        </h1>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      {tools && <div className={styles.tools}>{tools}</div>}
    </header>
  );
}
