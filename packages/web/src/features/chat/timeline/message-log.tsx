import type { Message } from '@chat/contract/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useSteady } from '../../../shared/hooks/values.ts';
import { useSession } from '../../../shared/session.ts';
import { latePart } from '../../../shared/ui/late-part.tsx';
import { EmptyState, FailureState, Skeleton } from '../../../shared/ui/placeholders.tsx';
import { useFetchedWhenIdle } from '../../../shared/when-settled.ts';
import { leaveMessages, messagesQuery, useNoteShown } from '../messages/list-messages.ts';
import { emptyWindow, type MessageWindow } from '../messages/message-window.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { type OutgoingMessage, useOutbox } from '../outbox/outbox.ts';
import { MessageList } from './message-list.tsx';
import styles from './message-log.module.css';
import { buildTimeline, firstUnread, type TimelineRow } from './timeline.ts';
import type { Position } from './virtual-list/use-message-list.ts';

const late = latePart(() => import('./read-aloud.tsx'));

export interface MessageLogProps {
  /** Null while nobody has written into the chat. */
  chatId: string | null;
  hash: string;
  /** The viewer's position when they opened the chat; null when nothing was new to them. */
  unreadAfter?: number | null;
  onShown?: (position: Position) => void;
  /** Others' messages show how far they have come as well. */
  hasAllTicks?: boolean;
  /** The actions on each message. */
  renderTools?: ((message: Message) => ReactNode) | undefined;
  /** The part at each message's lower edge. */
  renderFooter?: (message: Message) => ReactNode;
}

export const MessageLog = memo(function MessageLog(props: MessageLogProps) {
  const { chatId, hash, unreadAfter = null } = props;
  const queryClient = useQueryClient();
  const query = useQuery({ ...messagesQuery(chatId ?? ''), enabled: chatId !== null });
  const current = chatId === null ? emptyWindow : query.data;
  useNoteShown(current?.messages);
  const loaded = useSteady(current, hash);
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const timeline = useTimeline(loaded ?? emptyWindow, hash, unreadAfter);
  // Nothing is missed until it is there: it reads out only what comes after it.
  const part = late.usePart(false);
  useFetchedWhenIdle(late.load);
  useEffect(() => {
    if (chatId) return () => leaveMessages(queryClient, chatId);
  }, [queryClient, chatId]);

  return (
    <>
      {query.isError && !loaded ? (
        <Face>
          <FailureState title={messagesTexts.failed} onRetry={() => void query.refetch()} />
        </Face>
      ) : (
        <Messages {...props} loaded={loaded} {...timeline} />
      )}
      {part && (
        <part.ReadAloud
          hash={hash}
          rows={loaded && timeline.rows}
          hasNewer={loaded?.hasNewer ?? false}
          viewerId={viewerId}
        />
      )}
    </>
  );
});

type MessagesProps = MessageLogProps & Timeline & { loaded: MessageWindow | undefined };

function Messages({ hash: _, unreadAfter = null, loaded, rows, ...rest }: MessagesProps) {
  if (!loaded) return <LogSkeleton />;
  if (rows.length > 0) return <MessageList {...{ unreadAfter, loaded, rows }} {...rest} />;
  return (
    <Face>
      <EmptyState icon={MessagesSquare} title={messagesTexts.empty}>
        {messagesTexts.emptyHint}
      </EmptyState>
    </Face>
  );
}

function Face({ children }: { children: ReactNode }) {
  return (
    <div className={styles.face} role="log" aria-live="off" aria-label={messagesTexts.log}>
      {children}
    </div>
  );
}

const lines = ['46%', '30%', '38%', '22%', '50%', '34%', '42%'];

/** The shape of a conversation while it is read. */
export function LogSkeleton() {
  return (
    <div
      className={styles.log}
      role="log"
      aria-live="off"
      aria-label={messagesTexts.log}
      aria-busy="true"
    >
      <span className="visually-hidden">{messagesTexts.loading}</span>
      {lines.map((width, index) => (
        <span key={width} className={index % 3 === 1 ? styles.own : styles.other}>
          <Skeleton width={width} height="2.75rem" />
        </span>
      ))}
    </div>
  );
}

interface Timeline {
  rows: TimelineRow[];
  /** The reference of what was sent last and is not stored yet. */
  sent: string | undefined;
}

const none: OutgoingMessage[] = [];

/**
 * The rows of one chat: its loaded messages and, below the newest one, the messages this page is still sending.
 * Messages after `unreadAfter` have a line above them.
 */
function useTimeline(loaded: MessageWindow, hash: string, unreadAfter: number | null): Timeline {
  const { messages, hasNewer } = loaded;
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const waiting = useOutbox(
    useShallow((outbox) => outbox.messages.filter(({ chat }) => chat.hash === hash)),
  );
  const outgoing = hasNewer ? none : waiting;
  const unreadId = unreadAfter === null ? undefined : firstUnread(loaded, viewerId, unreadAfter);
  const openers = useRef(new Set<string>());
  const rows = useMemo(() => {
    if (messages[0]) openers.current.add(messages[0].uuid);
    return buildTimeline({ messages, outgoing, viewerId, openers: openers.current, unreadId });
  }, [messages, outgoing, viewerId, unreadId]);
  return { rows, sent: waiting.at(-1)?.referenceId };
}
