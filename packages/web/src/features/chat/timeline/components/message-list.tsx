import type { Message } from '@chat/contract/messages';
import { memo, type ReactNode, useCallback, useRef } from 'react';
import { usePrinting } from '../../../../shared/hooks/use-printing.ts';
import { useSession } from '../../../../shared/session.ts';
import { ImagePreview } from '../../media/components/image-preview.tsx';
import { type Pages, useNewerMessages, useOlderMessages } from '../../messages/hooks/use-pages.ts';
import type { MessageWindow } from '../../messages/message-window.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import { useAskedInChat } from '../hooks/use-asked-message.ts';
import { useJump, useOwnToNewest } from '../hooks/use-jump.ts';
import { type Position, useMessageList } from '../hooks/use-message-list.ts';
import { useShown } from '../hooks/use-shown.ts';
import { useTrim } from '../hooks/use-trim.ts';
import type { RowVirtualizer } from '../row-virtualizer.ts';
import { countNewer, isUnreadBeyond, type TimelineRow } from '../timeline.ts';
import { DayLine } from './day-line.tsx';
import { JumpButton } from './jump-button.tsx';
import { ListBottom, ListTop } from './list-edge.tsx';
import { MessageItem } from './message-item.tsx';
import styles from './message-list.module.css';
import { OutgoingItem } from './outgoing-item.tsx';
import { useOwnPreview } from './outgoing-media.tsx';
import { UnreadButton } from './unread-button.tsx';
import { UnreadLine } from './unread-line.tsx';

interface MessageListProps {
  chatId: string | null;
  loaded: MessageWindow;
  rows: TimelineRow[];
  /** The reference of what was sent last and is not stored yet. */
  sent: string | undefined;
  /** What the viewer had seen when they opened the chat; null when nothing was new to them. */
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
        // Older messages that come into sight are no news.
        aria-live={position.isAtEnd ? 'polite' : 'off'}
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

/** What is printed is measured by nobody: rows are not as tall on paper. */
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
