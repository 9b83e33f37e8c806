import { applyReaction } from '@chat/contract/reactions/reactions.apply';
import type { QueryClient } from '@tanstack/react-query';
import { readSession } from '../../../shared/session.ts';
import type { ChatSocket } from '../../../shared/socket.ts';
import { changeMessages } from '../messages/api/list-messages.ts';
import { isReacting } from '../reactions/api/react-to-message.ts';

/** Reactions of others, and one's own of other tabs. */
export function registerReactionsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  socket.on('message:reacted', (fact) => {
    // What this page is telling the server stands already, and may be newer than what is heard.
    if (fact.senderId === readSession().user?.uuid && isReacting(fact.messageId)) return;
    changeMessages(queryClient, fact.chatId, (messages) => applyReaction(messages, fact));
  });
}
