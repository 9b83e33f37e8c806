import { applyRead, applyReceiptToChatList } from '@chat/contract/chats/chats.apply';
import { applyReceipt } from '@chat/contract/receipts/receipts.apply';
import type { ReceiptFact } from '@chat/contract/receipts/receipts.events';
import type { QueryClient } from '@tanstack/react-query';
import { readSession } from '../../shared/session.ts';
import type { ChatSocket } from '../../shared/socket.ts';
import { changeChatLists, heldChatLists } from '../chats/api/chat-lists.ts';
import { ownGroupsQuery } from '../groups/api/list-own-groups.ts';
import { changeMessages } from '../messages/api/list-messages.ts';
import { isBeingRead } from './api/open-chat.ts';

type Tick = 'DELIVERED' | 'SEEN';

const keyOf = (chatId: string, senderId: string, tick: Tick) => `${chatId}:${senderId}:${tick}`;

/** Ticks of own messages, what other tabs have read, and `delivered` for what is not looked at. */
export function registerReceiptsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  // The farthest of each author in each chat: where servers share the work, a receipt may be heard before a message that it covers.
  const farthest = new Map<string, ReceiptFact>();
  const apply = (fact: ReceiptFact, tick: Tick) => {
    changeMessages(queryClient, fact.chatId, (messages) =>
      messages.map((message) => applyReceipt(message, fact, tick)),
    );
    changeChatLists(queryClient, (list) => applyReceiptToChatList(list, fact, tick));
  };
  const hear = (tick: Tick) => (fact: ReceiptFact) => {
    const key = keyOf(fact.chatId, fact.senderId, tick);
    if (fact.upToSeq > (farthest.get(key)?.upToSeq ?? 0)) farthest.set(key, fact);
    apply(fact, tick);
  };
  socket.on('message:delivered', hear('DELIVERED'));
  socket.on('message:seen', hear('SEEN'));
  socket.on('message', ({ chatUuid, senderId, seq }) => {
    for (const tick of ['DELIVERED', 'SEEN'] as const) {
      const fact = farthest.get(keyOf(chatUuid, senderId, tick));
      if (fact && fact.upToSeq >= seq) apply(fact, tick);
    }
  });
  socket.on('chat:read', (read) => {
    const isListed = heldChatLists(queryClient).some((list) =>
      list.some(({ chatUuid }) => chatUuid === read.chatId),
    );
    if (isListed) changeChatLists(queryClient, (list) => applyRead(list, read));
    else void queryClient.invalidateQueries(ownGroupsQuery);
  });
  socket.on('message', ({ chatUuid, senderId, seq }) => {
    if (senderId === readSession().user?.uuid || isBeingRead(chatUuid)) return;
    socket.emit('delivered', { chatId: chatUuid, upToSeq: seq });
  });
}
