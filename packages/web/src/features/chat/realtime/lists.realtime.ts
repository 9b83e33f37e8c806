import { applyEditToChatList, applyRead } from '@chat/contract/chat-changes';
import type { Message } from '@chat/contract/messages';
import { atMostEvery } from '../../../shared/at-most-every.ts';
import { resync } from '../../../shared/resync.ts';
import { readSession } from '../../../shared/session.ts';
import { onRegistered } from '../../../shared/socket.ts';
import { CHAT_LISTS, cachedChatList, isInCurrentList } from '../list/api/cached-lists.ts';
import { applyToChatLists, changeChatLists } from '../list/api/chat-lists.ts';
import { changeUnread, ownGroupsQuery } from '../list/api/list-own-groups.ts';
import { isBeingRead } from '../list/open-chat.ts';
import type { ChatEvents } from './chat-events.ts';

/** Somebody who reads on another device sends a mark ten times a second. */
const RECOUNT_INTERVAL_MS = 1_000;

/** Keeps chat lists and the groups' unread counts true (rules/chats 12, rules/receipts 19). */
export function registerListsRealtime({ socket, queryClient, reads }: ChatEvents): void {
  const resyncOwnGroups = () => resync(queryClient, { queryKey: ownGroupsQuery.queryKey });
  const recount = atMostEvery(RECOUNT_INTERVAL_MS, resyncOwnGroups);
  socket.on('chat:read', (read) => {
    reads.record(read);
    changeChatLists(queryClient, (list) => applyRead(list, read));
    // It does not say how much less is unread than before.
    if (!isInCurrentList(queryClient, read.chatId)) recount();
  });
  // A deletion does not say what comes before it, nor who had read it: last message and counts are read again.
  socket.on('message:deleted', () => {
    resync(queryClient, { queryKey: [CHAT_LISTS] });
    resyncOwnGroups();
  });
  socket.on('group:changed', ({ groupId }) => {
    resync(queryClient, { queryKey: [CHAT_LISTS, groupId] });
  });
  onRegistered(() => resync(queryClient, { queryKey: [CHAT_LISTS] }));
}

/** `message`: the entry of its chat, and what its group has unread. */
export function addToLists({ queryClient, reads }: ChatEvents, message: Message): void {
  const { groupId, hash, chatUuid, senderId } = message;
  if (!groupId) return;
  const list = cachedChatList(queryClient, groupId);
  const isListed = list?.some((entry) => entry.hash === hash);
  // Someone who joined a moment ago has no entry yet.
  if (list && !isListed) resync(queryClient, { queryKey: [CHAT_LISTS, groupId] });
  const view = { isBeingRead: isBeingRead(chatUuid), read: reads.of(message) };
  applyToChatLists(queryClient, message, view);
  const isOwn = senderId === readSession().user?.uuid;
  if (!isListed && !isOwn) changeUnread(queryClient, groupId, 1);
}

/** `message:edited`: what a list shows as the last message. */
export const editInLists = ({ queryClient }: ChatEvents, edited: Message): void =>
  changeChatLists(queryClient, (list) => applyEditToChatList(list, edited));
