import type { Chat, LastMessage } from '@chat/contract/chats';
import { MessagesSquare } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { beginning } from '../../shared/format/words.ts';
import { useDebouncedValue, useSteady } from '../../shared/hooks/values.ts';
import { Button } from '../../shared/ui/button.tsx';
import { cx } from '../../shared/ui/cx.ts';
import { isFocusLost } from '../../shared/ui/focus.ts';
import { AvatarStack, PersonName, personName } from '../../shared/ui/person.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Ticks } from '../../shared/ui/ticks.tsx';
import { ListTime } from '../../shared/ui/time.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import styles from './monitored-chat-list.module.css';
import { useMonitoredChats } from './monitored-chats.ts';
import { monitoringTexts as texts } from './monitoring.texts.ts';

interface MonitoredChatListProps {
  selected: Chat | null;
  onSelect: (chat: Chat) => void;
  /** Beside the search. */
  tools?: ReactNode;
}

const SEARCH_DELAY_MS = 500;

export function MonitoredChatList({ selected, onSelect, tools }: MonitoredChatListProps) {
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const chats = useMonitoredChats(search);
  const shown = useSteady(chats.data, search);
  const list = useFocusOnClose(selected);
  return (
    <div className={styles.panel}>
      <div className={styles.search}>
        <SearchField placeholder={texts.search} value={typed} onChange={setTyped} />
        {tools}
      </div>
      <div className={styles.scroller}>
        {chats.isPending && <ListSkeleton />}
        {chats.isError && !chats.data && (
          <FailureState title={texts.failed} onRetry={() => void chats.refetch()} />
        )}
        {chats.data?.length === 0 && (
          <EmptyState icon={MessagesSquare} title={search ? texts.nothingFound : texts.none}>
            {!search && texts.noneHint}
          </EmptyState>
        )}
        <ul ref={list} className={styles.list} aria-label={texts.list}>
          {shown?.map((chat) => (
            <li key={chat.uuid} data-chat={chat.uuid}>
              <MonitoredChatItem
                chat={chat}
                isSelected={chat.uuid === selected?.uuid}
                onSelect={onSelect}
              />
            </li>
          ))}
        </ul>
        {chats.hasNextPage && (
          <div className={styles.more}>
            <Button
              variant="ghost"
              isBusy={chats.isFetchingNextPage}
              onClick={() => void chats.fetchNextPage()}
            >
              {texts.more}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** A conversation that closes leaves the keyboard at its entry. */
function useFocusOnClose(selected: Chat | null) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(selected);
  useEffect(() => {
    const was = before.current;
    before.current = selected;
    if (!was || selected || !isFocusLost()) return;
    list.current?.querySelector<HTMLElement>(`[data-chat="${was.uuid}"] button`)?.focus();
  }, [selected]);
  return list;
}

interface MonitoredChatItemProps {
  chat: Chat;
  isSelected: boolean;
  onSelect: (chat: Chat) => void;
}

function MonitoredChatItem({ chat, isSelected, onSelect }: MonitoredChatItemProps) {
  const last = chat.lastMessage;
  return (
    <button
      type="button"
      className={cx(styles.chat, isSelected && styles.selected)}
      aria-current={isSelected || undefined}
      onClick={() => onSelect(chat)}
    >
      <AvatarStack emails={chat.users.map(({ email }) => email)} />
      <span className={styles.monitoredChatItemNames}>
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
  [texts.kinds[type], beginning(content) || fileName].filter(Boolean).join(': ');

/** The two of a direct chat on one line; where it is short each of them gives way. */
export function DirectChatNames({ users }: Pick<Chat, 'users'>) {
  return (
    <span className={styles.directChatNamesNames}>
      {users.map((user, place) => (
        <Fragment key={user.uuid}>
          {place > 0 && <span className={styles.and}> / </span>}
          <PersonName person={user} />
        </Fragment>
      ))}
    </span>
  );
}

/** 'CHAT GRUPAL', or the names of the two of a direct chat (rules/monitoring 3). */
export function chatTitle({ type, users }: Pick<Chat, 'type' | 'users'>): string {
  if (type === 'GROUP') return texts.groupChat;
  return texts.directChat(users.map(personName));
}

/** As a sentence names it: a group by its name. */
export const nameOfChat = (chat: Pick<Chat, 'type' | 'users' | 'group'>): string =>
  chat.type === 'GROUP' ? (chat.group?.name ?? texts.groupChat) : chatTitle(chat);
