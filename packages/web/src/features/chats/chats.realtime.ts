import type { Message } from '@chat/contract/messages/messages.schema';
import type { QueryClient } from '@tanstack/react-query';
import { readSession } from '../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../shared/socket.ts';
import { changeUnread, ownGroupsQuery } from '../groups/api/list-own-groups.ts';
import { isBeingRead } from '../receipts/api/open-chat.ts';
import { applyToChatLists, CHAT_LISTS, heldChatList } from './api/chat-lists.ts';

/** Keeps chat lists and the groups' unread counts true (product §4). */
export function registerChatsRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  socket.on('message', (message) => receiveMessage(queryClient, message));
  socket.on('message:deleted', () => readListsAgain(queryClient));
  socket.on('group:changed', ({ groupId }) => {
    void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS, groupId] });
  });
  onRegistered(() => void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] }));
}

function receiveMessage(queryClient: QueryClient, message: Message): void {
  const { groupId, hash, senderId } = message;
  if (!groupId) return;
  const list = heldChatList(queryClient, groupId);
  if (!list) {
    if (senderId !== readSession().user?.uuid) changeUnread(queryClient, groupId, 1);
    return;
  }
  // Someone who joined a moment ago has no entry yet.
  if (!list.some((entry) => entry.hash === hash)) {
    void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS, groupId] });
  }
  applyToChatLists(queryClient, message, isBeingRead(message.chatUuid));
}

/** A deletion does not say what comes before it, nor who had read it: last message and counts are read again. */
function readListsAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [CHAT_LISTS] });
  void queryClient.invalidateQueries(ownGroupsQuery);
}
