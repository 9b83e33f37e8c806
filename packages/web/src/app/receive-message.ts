import type { EditedMessage, Message } from '@chat/contract/messages';
import { type ChatEvents, addToLists, addToWindow, applyEarlierReceipts, confirmDelivery, editInLists, editInWindow, settleOutgoing } from '../features/chat/realtime/chat.realtime.ts';
import { refetchMonitoredChats } from '../features/monitoring/watched-chats.ts';
import { notifyOf, notifyOfEdit } from '../features/notifications/notifications.realtime.ts';
import { stopTyping } from '../features/presence/typing.ts';
import { editFound } from '../features/search/found-pages.ts';

/** All that a `message` event changes in the page, in this order: receipts tick the message that was just added. */
export function receiveMessage(events: ChatEvents, arrived: Message): void {
  const message = events.edits.applyTo(arrived);
  addToLists(events, message);
  addToWindow(events, message);
  settleOutgoing(message);
  applyEarlierReceipts(events, message);
  confirmDelivery(events, message);
  refetchMonitoredChats(events.queryClient);
  stopTyping(message.chatUuid, message.senderId);
  notifyOf(events.queryClient, message);
}

/** All that a `message:edited` event changes; one that a later edit has overtaken changes nothing. */
export function receiveEdit(events: ChatEvents, edited: EditedMessage): void {
  if (!events.edits.record(edited)) return;
  editInLists(events, edited);
  editInWindow(events, edited);
  editFound(events.queryClient, edited);
  refetchMonitoredChats(events.queryClient);
  notifyOfEdit(events.queryClient, edited);
}
