import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api-error.ts';
import { notify } from '../../../shared/toast/notify.ts';
import { forgetAskedMessage, useAskedMessage } from '../messages/asked-message.ts';
import {
  loadMessagesAround,
  loadMessagesAroundSeq,
  loadNewestMessages,
} from '../messages/load-pages.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import type { TimelineRow } from './timeline.ts';
import type { RowVirtualizer } from './virtual-list/rows-around.ts';

/** A reply's original is highlighted for this long (rules/messages 28). */
const HIGHLIGHT_MS = 2000;
const NEWEST = 'newest';
const UNREAD = 'unread';

interface Original {
  messageId: string;
}
type Goal = Original | typeof NEWEST | typeof UNREAD;
type RowGoal = Exclude<Goal, typeof NEWEST>;

interface Options {
  chatId: string | null;
  rows: TimelineRow[];
  hasNewer: boolean;
  /** The viewer's position when they opened the chat. */
  unreadAfter: number | null;
  virtualizer: RowVirtualizer;
  /** Whether what comes below is followed. */
  isFollowing: RefObject<boolean>;
}

const indexOf = (rows: TimelineRow[], goal: RowGoal) =>
  rows.findIndex((row) =>
    goal === UNREAD
      ? row.kind === UNREAD
      : row.kind === 'message' && row.message.uuid === goal.messageId,
  );

/** Ways to an original and to what is unread, however far away, and back to the newest message (rules/messages 28). */
export function useJump(options: Options) {
  const { chatId, rows, hasNewer, unreadAfter, virtualizer, isFollowing } = options;
  const [goal, setGoal] = useState<Goal | null>(null);
  const [highlighted, setHighlighted] = useState<Original | null>(null);
  const load = useLoadGoal(chatId, unreadAfter, () => setGoal(null));
  const shown = useRef({ rows, hasNewer });
  useLayoutEffect(() => {
    shown.current = { rows, hasNewer };
  }, [rows, hasNewer]);

  const goTo = useCallback(
    (next: Goal) => {
      const { rows, hasNewer } = shown.current;
      setGoal(next);
      const isLoaded = next === NEWEST ? !hasNewer : indexOf(rows, next) >= 0;
      if (!isLoaded) load(next);
    },
    [load],
  );
  const toOriginal = useCallback((messageId: string) => goTo({ messageId }), [goTo]);
  const toUnread = useCallback(() => goTo(UNREAD), [goTo]);
  const toNewest = useCallback(() => goTo(NEWEST), [goTo]);

  useLayoutEffect(() => {
    if (goal === null || goal === NEWEST) return;
    const index = indexOf(rows, goal);
    if (index < 0) return;
    isFollowing.current = false;
    virtualizer.scrollToIndex(index, { align: goal === UNREAD ? 'start' : 'center' });
    setGoal(null);
    if (goal !== UNREAD) setHighlighted(goal);
  }, [goal, rows, virtualizer, isFollowing]);
  useLayoutEffect(() => {
    if (goal !== NEWEST || hasNewer) return;
    virtualizer.scrollToEnd();
    setGoal(null);
  }, [goal, hasNewer, virtualizer]);
  // Too much was missed to show it all: who followed the conversation goes on where it is now.
  useLayoutEffect(() => {
    if (hasNewer && isFollowing.current && goal === null) toNewest();
  }, [hasNewer, isFollowing, goal, toNewest]);
  useEffect(() => {
    if (!highlighted) return;
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return { highlightedId: highlighted?.messageId, toOriginal, toUnread, toNewest };
}

function useLoadGoal(
  chatId: string | null,
  unreadAfter: number | null,
  onMissed: () => void,
): (goal: Goal) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (goal: Goal) => {
      if (!chatId) return true;
      if (goal === NEWEST) await loadNewestMessages(queryClient, chatId);
      else if (goal !== UNREAD) return loadMessagesAround(queryClient, chatId, goal.messageId);
      else await loadMessagesAroundSeq(queryClient, chatId, (unreadAfter ?? 0) + 1);
      return true;
    },
    onSuccess: (isThere) => {
      if (isThere) return;
      notify(messagesTexts.originalGone, 'info');
      onMissed();
    },
    onError: (error) => {
      notify(errorMessage(error, messagesTexts.jumpFailed), 'error');
      onMissed();
    },
  });
  return mutate;
}

/** A message that the viewer sends is scrolled into view, wherever they were reading. */
export function useOwnToNewest(sent: string | undefined, toNewest: () => void): void {
  const shown = useRef(sent);
  useLayoutEffect(() => {
    if (sent && sent !== shown.current) toNewest();
    shown.current = sent;
  }, [sent, toNewest]);
}

/** Goes to the message that was asked for from elsewhere, once its chat is shown (rules/search-panel 8). */
export function useAskedInChat(chatId: string | null, goTo: (messageId: string) => void): void {
  const messageId = useAskedMessage(({ asked }) =>
    asked && asked.chatId === chatId ? asked.messageId : null,
  );
  useLayoutEffect(() => {
    if (messageId === null) return;
    forgetAskedMessage();
    goTo(messageId);
  }, [messageId, goTo]);
}
