import type { Chat, LastMessage } from '@chat/contract/chats';
import { Fragment } from 'react';
import { beginning } from '../../../shared/format/beginning.ts';
import { AvatarStack } from '../../../shared/ui/avatar.tsx';
import { cx } from '../../../shared/ui/cx.ts';
import { ListTime } from '../../../shared/ui/list-time.tsx';
import { personName } from '../../../shared/ui/person-name.tsx';
import { Ticks } from '../../../shared/ui/ticks.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
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
      <AvatarStack emails={chat.users.map(({ email }) => email)} />
      <span className={styles.names}>
        <span className={styles.title}>
          <Title chat={chat} />
        </span>
        <span className={styles.line}>
          <span className={styles.group} title={chat.group?.name}>
            {chat.group?.name}
          </span>
          {last && <ListTime instant={last.createdAt} />}
        </span>
        {last && (
          <span className={styles.line}>
            <span className={styles.preview}>{previewOf(last)}</span>
            <span className={styles.ticks}>
              <Ticks status={last.status} />
            </span>
          </span>
        )}
      </span>
    </button>
  );
}

/** Each name goes to the next line as a whole. */
function Title({ chat }: { chat: Chat }) {
  if (chat.type === 'GROUP') return chatTitle(chat);
  return chat.users.map((user, place) => (
    <Fragment key={user.uuid}>
      {place > 0 && ' / '}
      <span className={styles.email}>{withBreaks(personName(user))}</span>
    </Fragment>
  ));
}

const previewOf = ({ type, content, fileName }: LastMessage) =>
  [monitoringTexts.kinds[type], beginning(content) || fileName].filter(Boolean).join(': ');
