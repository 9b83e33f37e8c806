import { hasGap } from '@chat/contract/messages/messages.apply';
import type { Message } from '@chat/contract/messages/messages.schema';
import type { QueryClient } from '@tanstack/react-query';
import { resync } from '../../../shared/resync.ts';
import { onLeave, readSession, useSession } from '../../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../../shared/socket.ts';
import { clearDrafts } from '../composer/drafts.ts';
import {
  cachedWindow,
  changeWindow,
  MESSAGES,
  messagesKey,
} from '../messages/api/list-messages.ts';
import { loadMissedMessages } from '../messages/api/load-pages.ts';
import { applyArrival, applyRemoval } from '../messages/message-window.ts';
import { sendUnreached } from '../outbox/api/send-message.ts';
import { clearOutbox, loadOutbox, removeOutgoing } from '../outbox/outbox.ts';
import { isOutboxKey } from '../outbox/outbox-key.ts';
import { dropReply } from '../replies/replies.ts';

/** Keeps open chats true: what arrives, what was missed, and what is still to be sent. */
export function registerMessagesRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  socket.on('message', (message) => receiveMessage(queryClient, message));
  socket.on('message:deleted', (fact) => {
    removeMessage(queryClient, fact);
    dropReply(fact.messageId);
  });
  const resyncMessages = () => resync(queryClient, { queryKey: [MESSAGES] });
  // Who comes back to a group has heard nothing of its chats meanwhile.
  socket.on('group:changed', resyncMessages);
  onRegistered(() => {
    resyncMessages();
    sendUnreached(queryClient);
  });
  loadOutbox();
  useSession.subscribe(followUser);
  onLeave(forgetUser);
  // A connection may outlive a short loss of network that a send did not.
  window.addEventListener('online', () => sendUnreached(queryClient));
  window.addEventListener('storage', ({ key }) => {
    if (isOutboxKey(key)) loadOutbox();
  });
}

function receiveMessage(queryClient: QueryClient, message: Message): void {
  const loaded = cachedWindow(queryClient, message.chatUuid);
  if (loaded && !loaded.hasNewer && hasGap(loaded.messages, message)) {
    void loadMissedMessages(queryClient, message.chatUuid);
  }
  changeWindow(queryClient, message.chatUuid, (now) => applyArrival(now, message));
  const isOwn = message.senderId === readSession().user?.uuid;
  if (isOwn && message.referenceId) removeOutgoing(message.referenceId);
}

function removeMessage(
  queryClient: QueryClient,
  fact: { chatId: string; messageId: string },
): void {
  changeWindow(queryClient, fact.chatId, (loaded) => applyRemoval(loaded, fact));
  const loaded = cachedWindow(queryClient, fact.chatId);
  if (loaded?.messages.length !== 0 || !(loaded.hasOlder || loaded.hasNewer)) return;
  void queryClient.invalidateQueries({ queryKey: messagesKey(fact.chatId) });
}

type SessionState = ReturnType<typeof readSession>;

function followUser(now: SessionState, before: SessionState): void {
  if (now.user?.uuid !== before.user?.uuid) loadOutbox();
}

function forgetUser(userId: string): void {
  clearOutbox(userId);
  clearDrafts(userId);
}
