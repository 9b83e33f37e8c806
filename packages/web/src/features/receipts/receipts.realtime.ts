import { applyRead, applyReceiptToChatList } from '@chat/contract/chats/chats.apply';
import { HeardReceipts } from '@chat/contract/receipts/heard-receipts';
import { applyReceiptToMessages, type Tick } from '@chat/contract/receipts/receipts.apply';
import type { ReceiptFact } from '@chat/contract/receipts/receipts.events';
import type { QueryClient } from '@tanstack/react-query';
import { readSession } from '../../shared/session.ts';
import type { ChatSocket } from '../../shared/socket.ts';
import { changeChatLists, heldChatLists } from '../chats/api/chat-lists.ts';
import { ownGroupsQuery } from '../groups/api/list-own-groups.ts';
import { changeMessages } from '../messages/api/list-messages.ts';
import { isBeingRead } from './api/open-chat.ts';

/** Ticks of own messages, what other tabs have read, and `delivered` for what is not looked at. */
export function registerReceiptsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const heard = new HeardReceipts();
  const apply = (fact: ReceiptFact, tick: Tick) => {
    changeMessages(queryClient, fact.chatId, (messages) =>
      applyReceiptToMessages(messages, fact, tick),
    );
    changeChatLists(queryClient, (list) => applyReceiptToChatList(list, fact, tick));
  };
  const hear = (tick: Tick) => (fact: ReceiptFact) => {
    heard.hear(fact, tick);
    apply(fact, tick);
  };
  socket.on('message:delivered', hear('DELIVERED'));
  socket.on('message:seen', hear('SEEN'));
  socket.on('message', (message) => {
    for (const [fact, tick] of heard.of(message)) apply(fact, tick);
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
