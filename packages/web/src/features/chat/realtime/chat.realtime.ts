import {
  applyEditToChatList,
  applyNotifications,
  applyRead,
  applyReceiptToChatList,
  applyStanding,
  LatestReads,
} from '@chat/contract/chat-changes';
import {
  applyReaction,
  applyReceiptToMessages,
  hasGap,
  LatestEdits,
  LatestReceipts,
  type ReceiptEvent,
  type Tick,
} from '@chat/contract/message-changes';
import type { Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { onForget } from '../../../shared/forget-people.ts';
import { atMostEvery, resync } from '../../../shared/query-client.ts';
import { readSession, useSession } from '../../../shared/session.ts';
import { type ChatSocket, onRegistered } from '../../../shared/socket.ts';
import {
  applyToChatLists,
  CHAT_LISTS,
  cachedChatList,
  changeChatLists,
  countMessage,
  findCachedEntry,
  findMute,
  isInCurrentList,
  ownGroupsQuery,
} from '../list/chat-lists.ts';
import { isBeingRead } from '../list/open-chat.ts';
import {
  cachedWindow,
  changeMessages,
  changeWindow,
  MESSAGES,
  messagesKey,
} from '../messages/list-messages.ts';
import { loadMissedMessages } from '../messages/load-pages.ts';
import { applyArrival, applyEdited, applyRemoval } from '../messages/message-window.ts';
import { isOutboxKey } from '../outbox/attachments.ts';
import { loadOutbox, removeOutgoing } from '../outbox/outbox.ts';
import { sendingOf } from '../outbox/send-message.ts';
import { isReacting } from '../reactions/reactions.ts';
import { confirmSeen, expectSeen, markDelivered, markSeenAgain } from '../receipts/receipts.ts';
import { dropReply, editReply } from '../replies/replies.ts';

/** The context of the chat's events: the page's socket and cache, and changes that may arrive before their message. */
export interface ChatEvents {
  socket: ChatSocket;
  queryClient: QueryClient;
  reads: LatestReads;
  receipts: LatestReceipts;
  edits: LatestEdits;
}

export const createChatEvents = (socket: ChatSocket, queryClient: QueryClient): ChatEvents => ({
  socket,
  queryClient,
  reads: new LatestReads(),
  receipts: new LatestReceipts(),
  edits: new LatestEdits(),
});

/** All events of the chat but `message` and `message:edited`, which change more than the chat: `app/realtime.ts`. */
export function registerChatRealtime(events: ChatEvents): void {
  registerListsRealtime(events);
  registerMessagesRealtime(events);
  registerOutboxRealtime(events);
  registerReactionsRealtime(events);
  registerReceiptsRealtime(events);
}

/** Somebody who reads on another device sends a mark ten times a second. */
const RECOUNT_INTERVAL_MS = 1_000;
/** A whole list is read for it. */
const CALLS_INTERVAL_MS = 5_000;

/** Keeps chat lists and the groups' unread counts true (rules/chats 12, rules/receipts 19). */
function registerListsRealtime({ socket, queryClient, reads }: ChatEvents): void {
  const resyncOwnGroups = () => resync(queryClient, { queryKey: ownGroupsQuery.queryKey });
  const recount = atMostEvery(RECOUNT_INTERVAL_MS, resyncOwnGroups);
  const resyncLists = () => resync(queryClient, { queryKey: [CHAT_LISTS] });
  const recountCalls = atMostEvery(CALLS_INTERVAL_MS, resyncLists);
  socket.on('chat:read', (read) => {
    reads.record(read);
    changeChatLists(queryClient, (list) => applyRead(list, read));
    // The event does not say how many fewer messages are unread.
    if (!isInCurrentList(queryClient, read.chatId)) recount();
    // Nor how many of those that are left call the reader.
    if (findCachedEntry(queryClient, read.chatId)?.calledCount) recountCalls();
  });
  socket.on('chat:notifications', (set) => {
    changeChatLists(queryClient, (list) => applyNotifications(list, set));
    if (set.mode === 'mentions') resyncLists();
    resyncOwnGroups();
  });
  socket.on('standing:changed', (changed) => {
    changeChatLists(queryClient, (list) => applyStanding(list, changed));
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
  if (!isListed && !isOwn) countMessage(queryClient, groupId, message);
}

/** `message:edited`: what a list shows as the last message. */
export function editInLists({ queryClient }: ChatEvents, edited: Message): void {
  changeChatLists(queryClient, (list) => applyEditToChatList(list, edited));
  if (findMute(queryClient, edited.chatUuid)?.mode !== 'mentions') return;
  const seenSeq = findCachedEntry(queryClient, edited.chatUuid)?.seenSeq ?? 0;
  if (edited.seq <= seenSeq) return;
  // The message may call the reader now, or no longer do so.
  resync(queryClient, { queryKey: [CHAT_LISTS, edited.groupId] });
  resync(queryClient, { queryKey: ownGroupsQuery.queryKey });
}

/** Keeps the messages of open chats true, and reads again what an absence missed. */
function registerMessagesRealtime({ socket, queryClient }: ChatEvents): void {
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

/** Ticks of own messages, and `seen` once more when the server may not have received it. */
function registerReceiptsRealtime({ socket, queryClient, receipts }: ChatEvents): void {
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

/** Reactions of others, and one's own of other tabs. */
export function registerReactionsRealtime({ socket, queryClient }: ChatEvents): void {
  socket.on('message:reacted', (reacted) => {
    // The page already shows its own pending reaction, which may be newer than the arriving one.
    if (reacted.senderId === readSession().user?.uuid && isReacting(reacted.messageId)) return;
    changeMessages(queryClient, reacted.chatId, (messages) => applyReaction(messages, reacted));
  });
}

/** Sends what is still to be sent once there is a network, for the signed-in user, once over all tabs. */
function registerOutboxRealtime({ queryClient }: ChatEvents): void {
  const send = () => sendingOf(queryClient).resume();
  onRegistered(send);
  // A connection may outlive a short loss of network that a send did not.
  window.addEventListener('online', send);
  window.addEventListener('storage', ({ key }) => {
    if (isOutboxKey(key)) loadOutbox();
  });
  loadOutbox();
  useSession.subscribe((now, before) => {
    if (now.user?.uuid !== before.user?.uuid) loadOutbox();
  });
  // Uploads under way are cancelled.
  onForget(loadOutbox);
}

/** `message`: the pending copy of an own one has done its work. */
export function settleOutgoing({ senderId, referenceId }: Message): void {
  if (referenceId && senderId === readSession().user?.uuid) removeOutgoing(referenceId);
}
