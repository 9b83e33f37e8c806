import { applyRead, unreadAfter } from '@chat/contract/chats/chats.apply';
import type { QueryClient } from '@tanstack/react-query';
import { onSessionEnd } from '../../../../shared/session.ts';
import { socket } from '../../../../shared/socket.ts';
import { findHeldEntry } from '../../list/api/cached-lists.ts';
import { changeChatLists } from '../../list/api/chat-lists.ts';

/** Whoever reads along a flood of messages says so no more often than this, ms. */
const SAID_EVERY = 100;

/** How far each chat was shown without the server having told that it knows. */
const unconfirmed = new Map<string, number>();
/** The chats of which something was said a moment ago, each with what was shown since. */
const resting = new Map<string, { upToSeq: number }>();

onSessionEnd(() => {
  unconfirmed.clear();
  resting.clear();
});

/** Tells what was shown, and takes it off the unread counts at once. */
export function markSeen(queryClient: QueryClient, chatId: string, upToSeq: number): void {
  const before = resting.get(chatId);
  if (before) {
    before.upToSeq = Math.max(before.upToSeq, upToSeq);
    return;
  }
  say(queryClient, chatId, upToSeq);
  const shown = { upToSeq };
  resting.set(chatId, shown);
  setTimeout(() => {
    if (resting.get(chatId) !== shown) return;
    resting.delete(chatId);
    if (shown.upToSeq > upToSeq) markSeen(queryClient, chatId, shown.upToSeq);
  }, SAID_EVERY);
}

/** What a lost socket could not say, or took with it: for when the server hears again. */
export function markSeenAgain(queryClient: QueryClient): void {
  for (const [chatId, upToSeq] of unconfirmed) {
    say(queryClient, chatId, upToSeq, () => confirmSeen(chatId, upToSeq));
  }
}

/** The server knows it. */
export function confirmSeen(chatId: string, seenSeq: number): void {
  if ((unconfirmed.get(chatId) ?? 0) <= seenSeq) unconfirmed.delete(chatId);
}

function say(
  queryClient: QueryClient,
  chatId: string,
  upToSeq: number,
  onAnswer?: () => void,
): void {
  note(queryClient, chatId, upToSeq);
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
function note(queryClient: QueryClient, chatId: string, upToSeq: number): void {
  const before = unconfirmed.get(chatId);
  const seenSeq = findHeldEntry(queryClient, chatId)?.seenSeq ?? 0;
  if (before === undefined && seenSeq >= upToSeq) return;
  unconfirmed.set(chatId, Math.max(before ?? 0, upToSeq));
}
