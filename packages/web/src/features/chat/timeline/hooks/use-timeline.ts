import { useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useSession } from '../../../../shared/session.ts';
import type { MessageWindow } from '../../messages/message-window.ts';
import { type OutgoingMessage, useOutbox } from '../../outbox/outbox.ts';
import { buildTimeline, firstUnread, type TimelineRow } from '../timeline.ts';

interface Timeline {
  rows: TimelineRow[];
  /** The reference of what was sent last and is not stored yet. */
  sent: string | undefined;
}

const none: OutgoingMessage[] = [];

/**
 * The rows of one chat: what is loaded of it and, below its newest message, what this page is still sending. What came
 * after `unreadAfter` has a line above it.
 */
export function useTimeline(
  loaded: MessageWindow,
  hash: string,
  unreadAfter: number | null,
): Timeline {
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
