import type { Chat, LastMessage } from '@chat/contract/chats/chats.schema';
import { AvatarStack } from '../../../shared/ui/avatar.tsx';
import { cx } from '../../../shared/ui/cx.ts';
import { ListTime } from '../../../shared/ui/list-time.tsx';
import { Ticks } from '../../../shared/ui/ticks.tsx';
import { chatTitle } from '../chat-title.ts';
import { monitoringTexts } from '../monitoring.texts.ts';
import styles from './monitored-chat-item.module.css';

interface MonitoredChatItemProps {
  chat: Chat;
  isSelected: boolean;
  onSelect: (chat: Chat) => void;
}

export function MonitoredChatItem({ chat, isSelected, onSelect }: MonitoredChatItemProps) {
  const last = chat.lastMessage;
  return (
    <button
      type="button"
      className={cx(styles.chat, isSelected && styles.selected)}
      aria-current={isSelected || undefined}
      onClick={() => onSelect(chat)}
    >
      <span className={styles.line}>
        <AvatarStack emails={chat.users.map(({ email }) => email)} />
        <span className={styles.names}>
          <span className={styles.title}>{chatTitle(chat)}</span>
          {chat.type === 'GROUP' && (
            <span className={styles.group} title={chat.group?.name}>
              {chat.group?.name}
            </span>
          )}
        </span>
      </span>
      {last && (
        <span className={styles.line}>
          <span className={styles.preview}>{previewOf(last)}</span>
          <ListTime instant={last.createdAt} />
          <span className={styles.ticks}>
            <Ticks status={last.status} />
          </span>
        </span>
      )}
    </button>
  );
}

const previewOf = ({ type, content, fileName }: LastMessage) =>
  [monitoringTexts.kinds[type], content || fileName].filter(Boolean).join(': ');
