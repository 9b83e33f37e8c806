import type { Message } from '@chat/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { usePrinting } from '../../../shared/hooks/browser.ts';
import { useSession } from '../../../shared/session.ts';
import { ImagePreview } from '../media/image-preview.tsx';
import {
  type Pages,
  trimMessages,
  useNewerMessages,
  useOlderMessages,
} from '../messages/load-pages.ts';
import { MAX_LOADED, type MessageWindow } from '../messages/message-window.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import {
  DayLine,
  JumpButton,
  ListBottom,
  ListTop,
  UnreadButton,
  UnreadLine,
} from './list-parts.tsx';
import { MessageItem } from './message-item.tsx';
import styles from './message-list.module.css';
import { OutgoingItem, useOwnPreview } from './outgoing-item.tsx';
import { countNewer, isUnreadBeyond, newestSeq, type TimelineRow } from './timeline.ts';
import { useAskedInChat, useJump, useOwnToNewest } from './use-jump.ts';
import type { RowVirtualizer } from './virtual-list/rows-around.ts';
import { type Position, useMessageList, useShown } from './virtual-list/use-message-list.ts';

interface MessageListProps {
  chatId: string | null;
  loaded: MessageWindow;
  rows: TimelineRow[];
  /** The reference of what was sent last and is not stored yet. */
  sent: string | undefined;
  /** The viewer's position when they opened the chat; null when nothing was new to them. */
  unreadAfter: number | null;
  onShown?: ((position: Position) => void) | undefined;
  hasAllTicks?: boolean | undefined;
  renderTools?: ((message: Message) => ReactNode) | undefined;
  renderFooter?: ((message: Message) => ReactNode) | undefined;
}

export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { chatId, loaded, rows, sent, unreadAfter, onShown } = props;
  const { hasAllTicks, renderTools, renderFooter } = props;
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const scroller = useRef<HTMLDivElement>(null);
  const { hasOlder, hasNewer } = loaded;
  const older = useOlderMessages(chatId);
  const newer = useNewerMessages(chatId);
  const onTop = useTurning(older, hasOlder);
  const onBottom = useTurning(newer, hasNewer);
  const list = useMessageList({ chatId, rows, scroller, hasNewer, onTop, onBottom });
  const { virtualizer, position, look, isFollowing } = list;
  const jump = useJump({ chatId, rows, hasNewer, unreadAfter, virtualizer, isFollowing });
  useOwnToNewest(sent, jump.toNewest);
  useAskedInChat(chatId, jump.toOriginal);
  useTrim({ chatId, count: loaded.messages.length, rows, virtualizer });
  const isUnreadAbove =
    list.isUnreadAbove || (unreadAfter !== null && isUnreadBeyond(loaded, unreadAfter));
  const toUnread = () => {
    jump.toUnread();
    // The button that was pressed goes.
    scroller.current?.focus();
  };
  const { highlightedId, toOriginal: onQuote } = jump;
  const context = { viewerId, highlightedId, onQuote, hasAllTicks, renderTools, renderFooter };
  useShown(position, onShown);
  const ownPreview = useOwnPreview();
  const render = usePrinting() ? renderAll : renderRows;

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        data-chat={chatId}
        aria-label={messagesTexts.log}
        // `ReadAloud` says what is new; rows that come into sight are not.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        onScroll={look}
      >
        <div ref={virtualizer.containerRef} className={styles.rows}>
          <ListTop hasOlder={hasOlder} older={older} oldest={loaded.messages[0]?.createdAt} />
          {render(virtualizer, rows, context)}
          {hasNewer && <ListBottom newer={newer} />}
        </div>
      </div>
      <ImagePreview messages={loaded.messages} viewerId={viewerId} own={ownPreview} />
      {isUnreadAbove && <UnreadButton onClick={toUnread} />}
      {!position.isAtEnd && (
        <JumpButton
          count={countNewer(loaded, viewerId, position.upToSeq)}
          onClick={jump.toNewest}
        />
      )}
    </div>
  );
});

function useTurning({ isLoading, hasFailed, load }: Pages, hasMore: boolean): () => void {
  const canLoad = hasMore && !isLoading && !hasFailed;
  return useCallback(() => {
    if (canLoad) load();
  }, [canLoad, load]);
}

interface RowContext
  extends Pick<MessageListProps, 'hasAllTicks' | 'renderTools' | 'renderFooter'> {
  viewerId: string;
  highlightedId: string | undefined;
  onQuote: (messageId: string) => void;
}

/** The rows near the screen. */
const renderRows = (virtualizer: RowVirtualizer, rows: TimelineRow[], context: RowContext) =>
  virtualizer.getVirtualItems().map(({ key, index }) => (
    <div key={key} ref={virtualizer.measureElement} data-index={index} className={styles.row}>
      {rows[index] && renderRow(rows[index], context)}
    </div>
  ));

/** Printing draws all rows without measuring them: rows are not as tall on paper. */
function renderAll(virtualizer: RowVirtualizer, rows: TimelineRow[], context: RowContext) {
  const drawn = new Set(virtualizer.getVirtualItems().map(({ index }) => index));
  return rows.map((row, index) => (
    <div
      key={row.key}
      ref={drawn.has(index) ? virtualizer.measureElement : undefined}
      data-index={index}
      className={styles.row}
    >
      {renderRow(row, context)}
    </div>
  ));
}

/** No component of its own: each costs, and there is one for every row. */
function renderRow(row: TimelineRow, { highlightedId, ...context }: RowContext): ReactNode {
  switch (row.kind) {
    case 'day':
      return <DayLine createdAt={row.createdAt} />;
    case 'unread':
      return <UnreadLine />;
    case 'message':
      return (
        <MessageItem
          message={row.message}
          isOwn={row.isOwn}
          isFirst={row.isFirst}
          isHighlighted={row.message.uuid === highlightedId}
          {...context}
        />
      );
    case 'outgoing':
      return (
        <OutgoingItem
          outgoing={row.outgoing}
          isFirst={row.isFirst}
          viewerId={context.viewerId}
          onQuote={context.onQuote}
        />
      );
  }
}

interface Options {
  chatId: string | null;
  /** How many messages are loaded. */
  count: number;
  rows: TimelineRow[];
  virtualizer: RowVirtualizer;
}

/** However far one scrolls, memory stays bounded: the end out of sight is let go of. */
function useTrim({ chatId, count, rows, virtualizer }: Options): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!chatId || count <= MAX_LOADED) return;
    const inSight = virtualizer.range?.startIndex ?? rows.length - 1;
    trimMessages(queryClient, chatId, newestSeq(rows, inSight));
  }, [queryClient, chatId, count, rows, virtualizer]);
}
