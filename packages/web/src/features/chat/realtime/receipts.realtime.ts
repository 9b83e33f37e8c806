import { applyReceiptToChatList } from '@chat/contract/chat-changes';
import type { Message } from '@chat/contract/messages';
import { applyReceiptToMessages, type ReceiptEvent, type Tick } from '@chat/contract/receipts';
import type { QueryClient } from '@tanstack/react-query';
import { readSession } from '../../../shared/session.ts';
import { onRegistered } from '../../../shared/socket.ts';
import { changeChatLists } from '../list/api/chat-lists.ts';
import { isBeingRead } from '../list/open-chat.ts';
import { changeMessages } from '../messages/api/list-messages.ts';
import { expectSeen } from '../receipts/api/expect-seen.ts';
import { markDelivered } from '../receipts/api/mark-delivered.ts';
import { confirmSeen, markSeenAgain } from '../receipts/api/mark-seen.ts';
import type { ChatEvents } from './chat-events.ts';

/** Ticks of own messages, and `seen` once more when the server may not have received it. */
export function registerReceiptsRealtime({ socket, queryClient, receipts }: ChatEvents): void {
  const receive = (tick: Tick) => (receipt: ReceiptEvent) => {
    receipts.record(receipt, tick);
    applyReceipt(queryClient, receipt, tick);
  };
  socket.on('message:delivered', receive('DELIVERED'));
  socket.on('message:seen', receive('SEEN'));
  socket.on('chat:read', ({ chatId, seenSeq }) => confirmSeen(chatId, seenSeq));
  onRegistered(() => markSeenAgain(queryClient));
}

/** `message`: the receipts that overtook it. */
export function applyEarlierReceipts(
  { queryClient, receipts }: ChatEvents,
  message: Message,
): void {
  for (const [receipt, tick] of receipts.of(message)) applyReceipt(queryClient, receipt, tick);
}

/** `message`: others' are confirmed as delivered; one that is being read is about to be confirmed as seen. */
export function confirmDelivery({ socket, queryClient }: ChatEvents, message: Message): void {
  const { chatUuid: chatId, senderId, seq } = message;
  if (senderId === readSession().user?.uuid) return;
  const deliver = (upToSeq: number) => markDelivered(socket, chatId, upToSeq);
  if (isBeingRead(chatId)) expectSeen(queryClient, chatId, seq, deliver);
  else deliver(seq);
}

function applyReceipt(queryClient: QueryClient, receipt: ReceiptEvent, tick: Tick): void {
  changeMessages(queryClient, receipt.chatId, (messages) =>
    applyReceiptToMessages(messages, receipt, tick),
  );
  changeChatLists(queryClient, (list) => applyReceiptToChatList(list, receipt, tick));
}
