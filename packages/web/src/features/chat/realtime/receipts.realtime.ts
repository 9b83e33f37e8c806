import { applyReceiptToChatList } from '@chat/contract/chats/chats.apply';
import { HeardReceipts } from '@chat/contract/receipts/heard-receipts';
import { applyReceiptToMessages, type Tick } from '@chat/contract/receipts/receipts.apply';
import type { ReceiptFact } from '@chat/contract/receipts/receipts.events';
import type { QueryClient } from '@tanstack/react-query';
import { readSession } from '../../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../../shared/socket.ts';
import { changeChatLists } from '../list/api/chat-lists.ts';
import { isBeingRead } from '../list/open-chat.ts';
import { changeMessages } from '../messages/api/list-messages.ts';
import { expectSeen } from '../receipts/api/expect-seen.ts';
import { confirmSeen, markSeenAgain } from '../receipts/api/mark-seen.ts';

/** Ticks of own messages, `delivered` for what is not looked at, and `seen` once more when it may not have been heard. */
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
  socket.on('chat:read', ({ chatId, seenSeq }) => confirmSeen(chatId, seenSeq));
  socket.on('message', ({ chatUuid: chatId, senderId, seq }) => {
    if (senderId === readSession().user?.uuid) return;
    const deliver = (upToSeq: number) => void socket.emit('delivered', { chatId, upToSeq });
    if (isBeingRead(chatId)) expectSeen(queryClient, chatId, seq, deliver);
    else deliver(seq);
  });
  onRegistered(() => markSeenAgain(queryClient));
}
