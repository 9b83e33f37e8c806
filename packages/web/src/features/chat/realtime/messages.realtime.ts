import { hasGap } from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { resync } from '../../../shared/resync.ts';
import { onRegistered } from '../../../shared/socket.ts';
import {
  cachedWindow,
  changeWindow,
  MESSAGES,
  messagesKey,
} from '../messages/api/list-messages.ts';
import { loadMissedMessages } from '../messages/api/load-pages.ts';
import { applyArrival, applyEdited, applyRemoval } from '../messages/message-window.ts';
import { dropReply, editReply } from '../replies/replies.ts';
import type { ChatEvents } from './chat-events.ts';

/** Keeps the messages of open chats true, and reads again what an absence missed. */
export function registerMessagesRealtime({ socket, queryClient }: ChatEvents): void {
  const resyncMessages = () => resync(queryClient, { queryKey: [MESSAGES] });
  socket.on('message:deleted', (deleted) => {
    removeFromWindow(queryClient, deleted);
    dropReply(deleted.messageId);
  });
  // While somebody is out of a group they receive nothing of its chats.
  socket.on('group:changed', resyncMessages);
  onRegistered(resyncMessages);
}

/** `message`: its chat where it is loaded; what a gap left out is fetched. */
export function addToWindow({ queryClient }: ChatEvents, message: Message): void {
  const loaded = cachedWindow(queryClient, message.chatUuid);
  if (loaded && !loaded.hasNewer && hasGap(loaded.messages, message)) {
    void loadMissedMessages(queryClient, message.chatUuid);
  }
  changeWindow(queryClient, message.chatUuid, (now) => applyArrival(now, message));
}

/** `message:edited`: the message and what quotes it, where its chat is loaded, and a reply to it that is being written. */
export function editInWindow({ queryClient }: ChatEvents, edited: Message): void {
  changeWindow(queryClient, edited.chatUuid, (loaded) => applyEdited(loaded, edited));
  editReply(edited);
}

interface Deleted {
  chatId: string;
  messageId: string;
}

function removeFromWindow(queryClient: QueryClient, deleted: Deleted): void {
  const { chatId } = deleted;
  changeWindow(queryClient, chatId, (loaded) => applyRemoval(loaded, deleted));
  const loaded = cachedWindow(queryClient, chatId);
  if (loaded?.messages.length !== 0 || !(loaded.hasOlder || loaded.hasNewer)) return;
  void queryClient.invalidateQueries({ queryKey: messagesKey(chatId) });
}
