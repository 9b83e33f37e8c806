import type { ChatListEntry, LastMessage } from '@chat/contract/chats';
import type { MouseEvent } from 'react';
import { beginning } from '../../../../shared/format/beginning.ts';
import { useSession } from '../../../../shared/session.ts';
import { Avatar } from '../../../../shared/ui/avatar.tsx';
import { cx } from '../../../../shared/ui/cx.ts';
import { ListTime } from '../../../../shared/ui/list-time.tsx';
import { PersonName, personName } from '../../../../shared/ui/person-name.tsx';
import { Ticks } from '../../../../shared/ui/ticks.tsx';
import { UnreadBadge } from '../../../../shared/ui/unread-badge.tsx';
import { chatsTexts } from '../chats.texts.ts';
import styles from './chat-list-item.module.css';

interface ChatListItemProps {
  entry: ChatListEntry;
  isSelected: boolean;
  onSelect: (entry: ChatListEntry) => void;
}

export function ChatListItem(props: ChatListItemProps) {
  const { entry, isSelected, onSelect } = props;
  const isGroup = entry.chatType === 'GROUP';
  return (
    <button
      type="button"
      className={cx(
        styles.entry,
        isSelected && styles.selected,
        entry.unreadCount > 0 && styles.unread,
        !entry.active && styles.inactive,
      )}
      aria-current={isSelected || undefined}
      // A click opens the chat and leaves the focus where the user was writing.
      onMouseDown={holdFocus}
      onClick={() => onSelect(entry)}
    >
      <Avatar email={entry.email} isGroup={isGroup} />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.name} title={isGroup ? undefined : personName(entry)}>
            {isGroup ? chatsTexts.general : <PersonName person={entry} />}
          </span>
          <UnreadBadge count={entry.unreadCount} />
        </span>
        <span className={styles.line}>
          <Preview entry={entry} />
          {entry.lastMessage && <ListTime instant={entry.lastMessage.createdAt} />}
        </span>
      </span>
    </button>
  );
}

const holdFocus = (event: MouseEvent) => event.preventDefault();

/** Its last message; in the group chat with who said it. */
function Preview({ entry }: { entry: ChatListEntry }) {
  const viewerId = useSession((session) => session.user?.uuid);
  const last = entry.lastMessage;
  if (!last) {
    const text = entry.active ? chatsTexts.noMessages : chatsTexts.inactive;
    return <span className={styles.preview}>{text}</span>;
  }
  const isOwn = last.senderId === viewerId;
  const isNamed = entry.chatType === 'GROUP' && !isOwn;
  return (
    <>
      {isOwn && (
        <span className={styles.ticks}>
          <Ticks status={last.status} />
        </span>
      )}
      <span className={styles.preview}>
        {isNamed && (
          <>
            <span className={styles.sender}>{last.senderEmail.split('@')[0]}</span>
            {': '}
          </>
        )}
        {previewOf(last)}
      </span>
    </>
  );
}

const previewOf = ({ type, content, fileName }: LastMessage) =>
  [chatsTexts.kinds[type], beginning(content) || fileName].filter(Boolean).join(': ');
