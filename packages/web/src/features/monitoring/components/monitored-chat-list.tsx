import type { Chat } from '@chat/contract/chats';
import { MessagesSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDebouncedValue } from '../../../shared/hooks/use-debounced-value.ts';
import { useSteady } from '../../../shared/hooks/use-steady.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { FailureState } from '../../../shared/ui/failure-state.tsx';
import { SearchField } from '../../../shared/ui/search-field.tsx';
import { ListSkeleton } from '../../../shared/ui/skeleton.tsx';
import { useMonitoredChats } from '../api/list-chats.ts';
import { monitoringTexts as texts } from '../monitoring.texts.ts';
import { MonitoredChatItem } from './monitored-chat-item.tsx';
import styles from './monitored-chat-list.module.css';

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
        <ul className={styles.list} aria-label={texts.list}>
          {shown?.map((chat) => (
            <li key={chat.uuid}>
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
