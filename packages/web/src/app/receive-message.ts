import type { Message } from '@chat/contract/messages/messages.schema';
import type { ChatEvents } from '../features/chat/realtime/chat-events.ts';
import { addToLists } from '../features/chat/realtime/lists.realtime.ts';
import { addToWindow } from '../features/chat/realtime/messages.realtime.ts';
import { settleOutgoing } from '../features/chat/realtime/outbox.realtime.ts';
import {
  applyEarlierReceipts,
  confirmDelivery,
} from '../features/chat/realtime/receipts.realtime.ts';
import { refetchMonitoredChats } from '../features/monitoring/monitoring.realtime.ts';
import { notifyOf } from '../features/notifications/notifications.realtime.ts';
import { stopTyping } from '../features/presence/typing.ts';

/** All that a `message` event changes in the page, in this order: receipts tick the message that was just added. */
export function receiveMessage(events: ChatEvents, message: Message): void {
  addToLists(events, message);
  addToWindow(events, message);
  settleOutgoing(message);
  applyEarlierReceipts(events, message);
  confirmDelivery(events, message);
  refetchMonitoredChats(events.queryClient);
  stopTyping(message.chatUuid, message.senderId);
  notifyOf(events.queryClient, message);
}
