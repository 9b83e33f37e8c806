import type { Message } from '@chat/contract/messages/messages.schema';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useSession } from '../../../shared/session.ts';
import type { HeldMessages } from '../api/list-messages.ts';
import { type Position, useMessageList } from '../hooks/use-message-list.ts';
import { useOlderMessages } from '../hooks/use-older-messages.ts';
import { messagesTexts } from '../messages.texts.ts';
import { countNewer, type TimelineRow } from '../timeline.ts';
import { DayLine } from './day-line.tsx';
import { ImagePreview } from './image-preview.tsx';
import { JumpButton } from './jump-button.tsx';
import { ListTop } from './list-top.tsx';
import { MessageItem } from './message-item.tsx';
import styles from './message-list.module.css';
import { OutgoingItem } from './outgoing-item.tsx';

interface MessageListProps {
  chatId: string | null;
  held: HeldMessages;
  rows: TimelineRow[];
  onShown?: ((position: Position) => void) | undefined;
  renderTools?: ((message: Message) => ReactNode) | undefined;
  renderFooter?: ((message: Message) => ReactNode) | undefined;
}

export function MessageList(props: MessageListProps) {
  const { chatId, held, rows, onShown, renderTools, renderFooter } = props;
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const scroller = useRef<HTMLDivElement>(null);
  const older = useOlderMessages(chatId);
  const canLoad = held.hasOlder && !older.isLoading && !older.hasFailed;
  const handleTop = useCallback(() => {
    if (canLoad) older.load();
  }, [canLoad, older.load]);
  const { virtualizer, position, look } = useMessageList({ rows, scroller, onTop: handleTop });
  useEffect(() => onShown?.(position), [onShown, position]);

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label={messagesTexts.log}
        // Older messages that come into sight are no news.
        aria-live={position.isAtEnd ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        onScroll={look}
      >
        <div ref={virtualizer.containerRef} className={styles.rows}>
          <ListTop hasOlder={held.hasOlder} older={older} oldest={held.messages[0]?.createdAt} />
          {virtualizer.getVirtualItems().map(({ key, index }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.row}
            >
              {rows[index] && (
                <Row row={rows[index]} {...{ viewerId, renderTools, renderFooter }} />
              )}
            </div>
          ))}
        </div>
      </div>
      <ImagePreview messages={held.messages} />
      {!position.isAtEnd && (
        <JumpButton
          count={countNewer(held.messages, viewerId, position.upToSeq)}
          onClick={() => virtualizer.scrollToEnd()}
        />
      )}
    </div>
  );
}

interface RowProps extends Pick<MessageListProps, 'renderTools' | 'renderFooter'> {
  row: TimelineRow;
  viewerId: string;
}

function Row({ row, viewerId, renderTools, renderFooter }: RowProps) {
  switch (row.kind) {
    case 'day':
      return <DayLine createdAt={row.createdAt} />;
    case 'message':
      return (
        <MessageItem
          message={row.message}
          isOwn={row.isOwn}
          isFirst={row.isFirst}
          viewerId={viewerId}
          renderTools={renderTools}
          renderFooter={renderFooter}
        />
      );
    case 'outgoing':
      return <OutgoingItem outgoing={row.outgoing} isFirst={row.isFirst} viewerId={viewerId} />;
  }
}
