import { useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useSession } from '../../../shared/session.ts';
import type { HeldMessages } from '../held-messages.ts';
import { type OutgoingMessage, useOutbox } from '../outbox.ts';
import { buildTimeline, type TimelineRow } from '../timeline.ts';

interface Timeline {
  rows: TimelineRow[];
  /** The reference of what was sent last and is not stored yet. */
  sent: string | undefined;
}

const none: OutgoingMessage[] = [];

/** The rows of one chat: what is held of it and, below its newest message, what this page is still sending. */
export function useTimeline({ messages, hasNewer }: HeldMessages, hash: string): Timeline {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const waiting = useOutbox(
    useShallow((outbox) => outbox.messages.filter(({ chat }) => chat.hash === hash)),
  );
  const outgoing = hasNewer ? none : waiting;
  const openers = useRef(new Set<string>());
  const rows = useMemo(() => {
    if (messages[0]) openers.current.add(messages[0].uuid);
    return buildTimeline({ messages, outgoing, viewerId, openers: openers.current });
  }, [messages, outgoing, viewerId]);
  return { rows, sent: waiting.at(-1)?.referenceId };
}
