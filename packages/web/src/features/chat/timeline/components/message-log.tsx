import type { Message } from '@chat/contract/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { memo, type ReactNode, useEffect } from 'react';
import { useSteady } from '../../../../shared/hooks/use-steady.ts';
import { EmptyState } from '../../../../shared/ui/empty-state.tsx';
import { FailureState } from '../../../../shared/ui/failure-state.tsx';
import { leaveMessages, messagesQuery } from '../../messages/api/list-messages.ts';
import { emptyWindow } from '../../messages/message-window.ts';
import { messagesTexts } from '../../messages/messages.texts.ts';
import { useNoteShown } from '../../messages/shown-messages.ts';
import type { Position } from '../hooks/use-message-list.ts';
import { useTimeline } from '../hooks/use-timeline.ts';
import { LogSkeleton } from './log-skeleton.tsx';
import { MessageList } from './message-list.tsx';
import styles from './message-log.module.css';

export interface MessageLogProps {
  /** Null while nobody has written into the chat. */
  chatId: string | null;
  hash: string;
  /** What the viewer had seen when they opened the chat; null when nothing was new to them. */
  unreadAfter?: number | null;
  onShown?: (position: Position) => void;
  /** Others' messages show how far they have come as well. */
  hasAllTicks?: boolean;
  /** What can be done with each message here. */
  renderTools?: ((message: Message) => ReactNode) | undefined;
  /** What hangs on the lower edge of each. */
  renderFooter?: (message: Message) => ReactNode;
}

export const MessageLog = memo(function MessageLog(props: MessageLogProps) {
  const { chatId, hash, unreadAfter = null, onShown } = props;
  const { hasAllTicks, renderTools, renderFooter } = props;
  const queryClient = useQueryClient();
  const query = useQuery({ ...messagesQuery(chatId ?? ''), enabled: chatId !== null });
  const current = chatId === null ? emptyWindow : query.data;
  useNoteShown(current?.messages);
  const loaded = useSteady(current, hash);
  const { rows, sent } = useTimeline(loaded ?? emptyWindow, hash, unreadAfter);
  useEffect(() => {
    if (chatId) return () => leaveMessages(queryClient, chatId);
  }, [queryClient, chatId]);

  if (query.isError && !loaded) {
    return (
      <Face>
        <FailureState title={messagesTexts.failed} onRetry={() => void query.refetch()} />
      </Face>
    );
  }
  if (!loaded) return <LogSkeleton />;
  if (rows.length === 0) {
    return (
      <Face>
        <EmptyState icon={MessagesSquare} title={messagesTexts.empty}>
          {messagesTexts.emptyHint}
        </EmptyState>
      </Face>
    );
  }
  return (
    <MessageList
      chatId={chatId}
      loaded={loaded}
      rows={rows}
      sent={sent}
      unreadAfter={unreadAfter}
      onShown={onShown}
      hasAllTicks={hasAllTicks}
      renderTools={renderTools}
      renderFooter={renderFooter}
    />
  );
});

function Face({ children }: { children: ReactNode }) {
  return (
    <div className={styles.face} role="log" aria-label={messagesTexts.log}>
      {children}
    </div>
  );
}
