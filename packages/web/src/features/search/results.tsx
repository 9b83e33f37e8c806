import type { Message, MessageType } from '@chat/contract/messages';
import { File, Image, type LucideIcon, SearchX, Video } from 'lucide-react';
import { memo, useCallback, useEffect, useRef } from 'react';
import { errorMessage } from '../../shared/api-error.ts';
import { placeInList, useVisibleRows } from '../../shared/hooks/use-visible-rows.ts';
import { useSession } from '../../shared/session.ts';
import { Button, Spinner } from '../../shared/ui/button.tsx';
import { cx } from '../../shared/ui/cx.ts';
import { walkList } from '../../shared/ui/focus.ts';
import { EmptyState, FailureState, ListSkeleton } from '../../shared/ui/placeholders.tsx';
import { ListTime } from '../../shared/ui/time.tsx';
import { uiTexts } from '../../shared/ui/ui.texts.ts';
import type { useFoundMessages } from './find-messages.ts';
import type { Found } from './found-pages.ts';
import styles from './results.module.css';
import { searchTexts as texts } from './search.texts.ts';
import {
  hasFilters,
  noFilters,
  openSearch,
  setFilters,
  typesFilters,
  useSearchView,
} from './search-view.ts';
import { useOpenFound } from './use-open-found.ts';

interface ResultsProps {
  found: ReturnType<typeof useFoundMessages>;
  isSearching: boolean;
}

// Until a result is drawn.
const ROW_HEIGHT = 96;
/** The next page is asked for before one gets to the end. */
const NEAR_END = 600;

export function Results({ found, isSearching }: ResultsProps) {
  const { data, isError, error, refetch } = found;
  const scroller = useRef<HTMLDivElement>(null);
  const look = useNextPages(scroller, found);
  if (isError && !data) {
    return (
      <FailureState title={errorMessage(error, texts.failed)} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ListSkeleton />;
  if (data.length === 0 && !isSearching && !found.hasNextPage) return <Nothing />;
  return (
    <div ref={scroller} className={styles.scroller} aria-busy={isSearching} onScroll={look}>
      <FoundList found={data} />
      <End found={found} />
    </div>
  );
}

function useNextPages(
  scroller: { current: HTMLElement | null },
  { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: ResultsProps['found'],
): () => void {
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element || !canLoad) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < NEAR_END) void fetchNextPage();
  }, [scroller, canLoad, fetchNextPage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come may not fill the panel
  useEffect(look, [look, data]);
  return look;
}

function FoundList({ found }: { found: Found[] }) {
  const open = useOpenFound();
  const openedId = useSearchView((view) => view.openedId);
  const { list, slots, measure, isWhole, holding } = useVisibleRows<HTMLUListElement, Found>({
    items: found,
    keyOf: ({ message }) => message.uuid,
    height: ROW_HEIGHT,
  });
  return (
    <ul ref={list} data-results aria-label={texts.results} onKeyDown={walkList} {...holding}>
      {slots.map((slot) => {
        if ('height' in slot) {
          return <li key={slot.key} role="none" style={{ height: slot.height }} />;
        }
        const place = !isWhole && placeInList(slot.index, found.length);
        return (
          <li key={slot.key} ref={measure} className={styles.item} {...place}>
            <ResultItem
              found={slot.item}
              isOpened={slot.item.message.uuid === openedId}
              onOpen={open}
            />
          </li>
        );
      })}
    </ul>
  );
}

function End({ found }: Pick<ResultsProps, 'found'>) {
  if (found.isFetchNextPageError) {
    return (
      <p className={styles.end}>
        {texts.moreFailed}
        <Button variant="ghost" size="s" onClick={() => void found.fetchNextPage()}>
          {uiTexts.retry}
        </Button>
      </p>
    );
  }
  return found.isFetchingNextPage && <p className={styles.end}>{<Spinner />}</p>;
}

function Nothing() {
  const isFiltered = useSearchView(({ filters }) => hasFilters(filters));
  const isTyped = useSearchView(({ text }) => typesFilters(text));
  const handleClear = () => {
    setFilters(noFilters);
    // The button that was pressed goes.
    openSearch();
  };
  return (
    <EmptyState
      icon={SearchX}
      title={texts.nothing}
      action={
        isFiltered && (
          <Button variant="secondary" onClick={handleClear}>
            {texts.clearFilters}
          </Button>
        )
      }
    >
      {isFiltered && texts.nothingFilteredHint}
      {!isFiltered && (isTyped ? texts.nothingTypedHint : texts.nothingHint)}
    </EmptyState>
  );
}

interface ResultItemProps {
  found: Found;
  isOpened: boolean;
  onOpen: (found: Found) => void;
}

const ResultItem = memo(function ResultItem({ found, isOpened, onOpen }: ResultItemProps) {
  const viewerId = useSession((session) => session.user?.uuid);
  const { message, chat, snippet } = found;
  const { name, hint } = placeOf(chat);
  return (
    <button
      type="button"
      className={cx(styles.result, isOpened && styles.opened)}
      aria-current={isOpened || undefined}
      onClick={() => onOpen(found)}
    >
      <span className={styles.line}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <ListTime instant={message.createdAt} />
      </span>
      <span className={styles.line}>
        <span className={styles.sender} title={message.senderEmail}>
          {message.senderId === viewerId ? texts.you : message.senderEmail}
        </span>
        {hint && (
          <span className={styles.hint} title={hint}>
            {hint}
          </span>
        )}
      </span>
      <Attached message={message} />
      {snippet.length > 0 && (
        <span className={styles.snippet} dir="auto">
          {snippet.map(({ text, hit }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their places
            hit ? <mark key={index}>{text}</mark> : text,
          )}
        </span>
      )}
    </button>
  );
});

const icons: Record<Exclude<MessageType, 'TEXT'>, LucideIcon> = {
  IMAGE: Image,
  VIDEO: Video,
  FILE: File,
};

/** The attachment of a message. */
function Attached({ message: { type, fileName } }: { message: Message }) {
  if (type === 'TEXT' || fileName === null) return null;
  const Icon = icons[type];
  return (
    <span className={styles.attached} title={fileName}>
      <Icon aria-hidden="true" />
      <span className={styles.fileName}>{fileName}</span>
    </span>
  );
}

/** The name of the chat of a found message, and its place. */
function placeOf(chat: Found['chat']): { name: string; hint: string | null } {
  if (chat.chatType === 'PERSONAL') return { name: texts.personalChat, hint: null };
  if (chat.chatType === 'GROUP') return { name: chat.groupName ?? '', hint: texts.groupChat };
  const name =
    'users' in chat
      ? chat.users.map(({ email }) => email).join(' / ')
      : (chat.counterpartEmail ?? '');
  return { name, hint: chat.groupName };
}
