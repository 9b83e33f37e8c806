import { applyRead, unreadAfter } from '@chat/contract/chat-changes';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usePageVisible } from '../../../shared/hooks/browser.ts';
import { useKeyedState } from '../../../shared/hooks/values.ts';
import { onSessionEnd } from '../../../shared/session.ts';
import { type ChatSocket, socket } from '../../../shared/socket.ts';
import {
  CHAT_LISTS,
  changeChatLists,
  findCachedEntry,
  ownGroupsQuery,
} from '../list/chat-lists.ts';
import { setOpenChat } from '../list/open-chat.ts';

/** How far each chat was shown, until the server confirms it. */
const unconfirmed = new Map<string, number>();
const gatherSeen = gatherMarks();

onSessionEnd(() => unconfirmed.clear());

/** Sends what was shown, and takes it off the unread counts at once. */
export function markSeen(queryClient: QueryClient, chatId: string, upToSeq: number): void {
  gatherSeen(chatId, upToSeq, (furthest) => emitSeen(queryClient, chatId, furthest));
}

/** Sends again, after a reconnection, what the server has not confirmed. */
export function markSeenAgain(queryClient: QueryClient): void {
  for (const [chatId, upToSeq] of unconfirmed) {
    emitSeen(queryClient, chatId, upToSeq, () => confirmSeen(chatId, upToSeq));
  }
}

/** The server knows it. */
export function confirmSeen(chatId: string, seenSeq: number): void {
  if ((unconfirmed.get(chatId) ?? 0) <= seenSeq) unconfirmed.delete(chatId);
}

function emitSeen(
  queryClient: QueryClient,
  chatId: string,
  upToSeq: number,
  onAnswer?: () => void,
): void {
  awaitConfirmation(queryClient, chatId, upToSeq);
  if (socket.connected) {
    const signal = { chatId, upToSeq };
    if (onAnswer) socket.emit('seen', signal, onAnswer);
    else socket.emit('seen', signal);
  }
  changeChatLists(queryClient, (entries) => {
    const entry = entries.find(({ chatUuid }) => chatUuid === chatId);
    if (!entry) return entries;
    return applyRead(entries, {
      chatId,
      seenSeq: upToSeq,
      unreadCount: unreadAfter(entry, upToSeq),
      lastSeq: entry.lastMessage?.seq ?? upToSeq,
    });
  });
}

/**
 * The server answers with `chat:read` only when the watermark advances; without an advance there is nothing to confirm.
 */
function awaitConfirmation(queryClient: QueryClient, chatId: string, upToSeq: number): void {
  const before = unconfirmed.get(chatId);
  const seenSeq = findCachedEntry(queryClient, chatId)?.seenSeq ?? 0;
  if (before === undefined && seenSeq >= upToSeq) return;
  unconfirmed.set(chatId, Math.max(before ?? 0, upToSeq));
}

const gatherDelivered = gatherMarks();

/** Emits the delivered watermark. Without a connection the server learns it when the page is back. */
export function markDelivered(socket: ChatSocket, chatId: string, upToSeq: number): void {
  gatherDelivered(chatId, upToSeq, (furthest) => {
    if (socket.connected) socket.emit('delivered', { chatId, upToSeq: furthest });
  });
}

/** Readers of a flood of messages send no more than one signal of a chat in this time; it says how far, so nothing is lost. */
const SIGNAL_INTERVAL_MS = 1_000;

type Emit = (upToSeq: number) => void;

/**
 * Emits a watermark at once; while more of the same chat come, emits the furthest of them at intervals. A session's
 * pending watermark is not emitted in the next session.
 */
function gatherMarks(): (chatId: string, upToSeq: number, emit: Emit) => void {
  const resting = new Map<string, { upToSeq: number }>();
  onSessionEnd(() => resting.clear());
  return function mark(chatId, upToSeq, emit) {
    const before = resting.get(chatId);
    if (before) {
      before.upToSeq = Math.max(before.upToSeq, upToSeq);
      return;
    }
    emit(upToSeq);
    const reached = { upToSeq };
    resting.set(chatId, reached);
    setTimeout(() => {
      if (resting.get(chatId) !== reached) return;
      resting.delete(chatId);
      if (reached.upToSeq > upToSeq) mark(chatId, reached.upToSeq, emit);
    }, SIGNAL_INTERVAL_MS);
  };
}

/** Longer than a mark may rest. */
const SEEN_TIMEOUT_MS = 1_500;

/** The newest message of each chat that was not counted, since its reader was there. */
const expected = new Map<string, number>();

onSessionEnd(() => expected.clear());

type OnMissed = (upToSeq: number) => void;

/** Readers may go the moment a message comes: what was not seen after all is reported as delivered and counted again. */
export function expectSeen(
  queryClient: QueryClient,
  chatId: string,
  seq: number,
  onMissed: OnMissed,
): void {
  const isWatching = expected.has(chatId);
  expected.set(chatId, seq);
  if (!isWatching) watch(queryClient, chatId, seq, onMissed);
}

function watch(queryClient: QueryClient, chatId: string, seq: number, onMissed: OnMissed): void {
  setTimeout(() => {
    const newest = expected.get(chatId);
    if (newest === undefined) return;
    const isSeen = (findCachedEntry(queryClient, chatId)?.seenSeq ?? seq) >= seq;
    if (isSeen && newest > seq) {
      watch(queryClient, chatId, newest, onMissed);
      return;
    }
    expected.delete(chatId);
    if (isSeen) return;
    onMissed(newest);
    void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
    void queryClient.invalidateQueries(ownGroupsQuery);
  }, SEEN_TIMEOUT_MS);
}

interface Shown {
  /** The newest message that has been on the screen. */
  upToSeq: number;
  isAtEnd: boolean;
}

/** Emits `seen` for what the open chat shows while the tab is looked at (rules/receipts 18). */
export function useMarkSeen(chatId: string | null, { upToSeq, isAtEnd }: Shown): void {
  const queryClient = useQueryClient();
  const isVisible = usePageVisible();
  useEffect(() => {
    setOpenChat(chatId ? { chatId, isAtEnd } : null);
    return () => setOpenChat(null);
  }, [chatId, isAtEnd]);
  useEffect(() => {
    if (chatId && isVisible && upToSeq > 0) markSeen(queryClient, chatId, upToSeq);
  }, [queryClient, chatId, isVisible, upToSeq]);
}

export interface Read {
  hash: string;
  unreadCount: number;
  seenSeq: number;
}

const markOf = ({ unreadCount, seenSeq }: Omit<Read, 'hash'>) => (unreadCount > 0 ? seenSeq : null);

/**
 * The reader's position when they opened the chat, or came back to its tab, with new messages below; it stays while
 * they read, though the chat counts as read at once.
 */
export function useUnreadMark(read: Read): { after: number | null; clear: () => void } {
  const isVisible = usePageVisible();
  const [wasVisible, setWasVisible] = useState(isVisible);
  const [after, setAfter] = useKeyedState(read.hash, () => markOf(read));
  if (isVisible !== wasVisible) {
    setWasVisible(isVisible);
    const mark = markOf(read);
    if (isVisible && mark !== null) setAfter(mark);
  }
  return { after, clear: () => setAfter(null) };
}
