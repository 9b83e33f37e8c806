import type { Message } from '@chat/contract/messages/messages.schema';
import { useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useSession } from '../../../shared/session.ts';
import { useOutbox } from '../outbox.ts';
import { buildTimeline, type TimelineRow } from '../timeline.ts';

/** The rows of one chat: what is held of it and what this page is still sending. */
export function useTimeline(messages: Message[], hash: string): TimelineRow[] {
  const viewerId = useSession((session) => session.user?.uuid ?? '');
  const outgoing = useOutbox(
    useShallow((outbox) => outbox.messages.filter(({ chat }) => chat.hash === hash)),
  );
  const openers = useRef(new Set<string>());
  return useMemo(() => {
    if (messages[0]) openers.current.add(messages[0].uuid);
    return buildTimeline({ messages, outgoing, viewerId, openers: openers.current });
  }, [messages, outgoing, viewerId]);
}
