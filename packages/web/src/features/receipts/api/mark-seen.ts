import { applyRead, unreadAfter } from '@chat/contract/chats/chats.apply';
import type { QueryClient } from '@tanstack/react-query';
import { socket } from '../../../shared/socket.ts';
import { changeChatLists } from '../../chats/api/chat-lists.ts';

/** Tells what was shown, and takes it off the unread counts at once. */
export function markSeen(queryClient: QueryClient, chatId: string, upToSeq: number): void {
  // What a lost socket cannot say is said again once it is registered.
  if (socket.connected) socket.emit('seen', { chatId, upToSeq });
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
