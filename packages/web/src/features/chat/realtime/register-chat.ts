import type { ChatEvents } from './chat-events.ts';
import { registerListsRealtime } from './lists.realtime.ts';
import { registerMessagesRealtime } from './messages.realtime.ts';
import { registerOutboxRealtime } from './outbox.realtime.ts';
import { registerReactionsRealtime } from './reactions.realtime.ts';
import { registerReceiptsRealtime } from './receipts.realtime.ts';

/** All events of the chat but `message` and `message:edited`, which change more than the chat: `app/receive-message.ts`. */
export function registerChatRealtime(events: ChatEvents): void {
  registerListsRealtime(events);
  registerMessagesRealtime(events);
  registerOutboxRealtime(events);
  registerReactionsRealtime(events);
  registerReceiptsRealtime(events);
}
