import { applyRead, unreadAfter } from '@chat/contract/chat-changes';
import type { QueryClient } from '@tanstack/react-query';
import { onSessionEnd } from '../../../../shared/session.ts';
import { socket } from '../../../../shared/socket.ts';
import { findCachedEntry } from '../../list/api/cached-lists.ts';
import { changeChatLists } from '../../list/api/chat-lists.ts';
import { gatherMarks } from './gather-marks.ts';

/** How far each chat was shown, until the server confirms it. */
const unconfirmed = new Map<string, number>();
const mark = gatherMarks();

onSessionEnd(() => unconfirmed.clear());

/** Sends what was shown, and takes it off the unread counts at once. */
export function markSeen(queryClient: QueryClient, chatId: string, upToSeq: number): void {
  mark(chatId, upToSeq, (furthest) => emitSeen(queryClient, chatId, furthest));
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

/** What moves the mark is answered by `chat:read`; what does not, the server knew before. */
function awaitConfirmation(queryClient: QueryClient, chatId: string, upToSeq: number): void {
  const before = unconfirmed.get(chatId);
  const seenSeq = findCachedEntry(queryClient, chatId)?.seenSeq ?? 0;
  if (before === undefined && seenSeq >= upToSeq) return;
  unconfirmed.set(chatId, Math.max(before ?? 0, upToSeq));
}
