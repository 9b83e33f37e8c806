import { applyReaction } from '@chat/contract/message-changes';
import { readSession } from '../../../shared/session.ts';
import { changeMessages } from '../messages/api/list-messages.ts';
import { isReacting } from '../reactions/api/react-to-message.ts';
import type { ChatEvents } from './chat-events.ts';

/** Reactions of others, and one's own of other tabs. */
export function registerReactionsRealtime({ socket, queryClient }: ChatEvents): void {
  socket.on('message:reacted', (reacted) => {
    // What this page is sending is shown already, and may be newer than what arrives.
    if (reacted.senderId === readSession().user?.uuid && isReacting(reacted.messageId)) return;
    changeMessages(queryClient, reacted.chatId, (messages) => applyReaction(messages, reacted));
  });
}
