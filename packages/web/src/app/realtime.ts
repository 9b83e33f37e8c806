import type { EditedMessage, Message } from '@chat/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import {
  addToLists,
  addToWindow,
  applyEarlierReceipts,
  type ChatEvents,
  confirmDelivery,
  createChatEvents,
  editInLists,
  editInWindow,
  registerChatRealtime,
  settleOutgoing,
} from '../features/chat/realtime/chat.realtime.ts';
import {
  registerScheduledRealtime,
  settleScheduled,
} from '../features/chat/scheduled/scheduled.ts';
import {
  registerGroupsRealtime,
  registerPermissionsRealtime,
  registerUsersRealtime,
} from '../features/directory/lists/directory.realtime.ts';
import {
  refetchMonitoredChats,
  registerMonitoringRealtime,
} from '../features/monitoring/watched-chats.ts';
import {
  notifyOf,
  notifyOfEdit,
  registerNotificationsRealtime,
} from '../features/notifications/notifications.realtime.ts';
import { registerPresenceRealtime, stopTyping } from '../features/presence/typing.ts';
import { registerVisibility } from '../features/presence/visibility.ts';
import { editFound, registerSearchRealtime } from '../features/search/found-pages.ts';
import { loadCurrentUser } from '../features/session/api.ts';
import { queryClient } from '../shared/query-client.ts';
import { onSessionEnd, readSession } from '../shared/session.ts';
import {
  type ChatSocket,
  connectSocket,
  disconnectSocket,
  onRegistered,
  socket,
} from '../shared/socket.ts';
import { whenIdle } from '../shared/timing.ts';

type RegisterRealtime = (socket: ChatSocket, queryClient: QueryClient) => void;

/** Every feature beside the chat that listens to the socket. */
const features: RegisterRealtime[] = [
  registerSessionRealtime,
  registerGroupsRealtime,
  registerUsersRealtime,
  registerDevicesRealtime,
  registerPermissionsRealtime,
  registerMonitoringRealtime,
  registerPresenceRealtime,
  registerVisibility,
  registerScheduledRealtime,
  registerNotificationsRealtime,
  registerSearchRealtime,
];

let isRegistered = false;

/** The connection waits at most so long for what the page was opened for to be drawn, ms. */
const CONNECT_TIMEOUT_MS = 1_000;

/** Connects the session's socket once the page has a moment to spare; the first time, lets every feature listen. */
export function startRealtime(): () => void {
  if (!isRegistered) {
    isRegistered = true;
    for (const register of features) register(socket, queryClient);
    const events = createChatEvents(socket, queryClient);
    registerChatRealtime(events);
    socket.on('message', (message) => receiveMessage(events, message));
    socket.on('message:edited', (edited) => receiveEdit(events, edited));
    onSessionEnd(disconnectSocket);
    // Once nothing is drawn of them.
    onSessionEnd(() => setTimeout(() => queryClient.clear()));
  }
  return whenIdle(connectSocket, CONNECT_TIMEOUT_MS);
}

/** All that a `message` event changes in the page, in this order: receipts tick the message that was just added. */
export function receiveMessage(events: ChatEvents, arrived: Message): void {
  const message = events.edits.applyTo(arrived);
  addToLists(events, message);
  addToWindow(events, message);
  settleOutgoing(message);
  settleScheduled(events.queryClient, message);
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

/** A non-admin's role follows from the groups they manage, so it may change with them (rules/people 3). */
function registerSessionRealtime(socket: ChatSocket): void {
  socket.on('group:changed', () => {
    if (readSession().user?.isAdmin === false) loadCurrentUser().catch(() => undefined);
  });
  onRegistered(() => {
    const { login, user } = readSession();
    // As the login knew them, when the page opened without a network.
    if (user && user === login?.user) loadCurrentUser().catch(() => undefined);
  });
}

/** A device came to the door, or some may have while nobody was listening. */
function registerDevicesRealtime(socket: ChatSocket, queryClient: QueryClient): void {
  const resync = () => void queryClient.invalidateQueries({ queryKey: ['devices'] });
  socket.on('device:pending', resync);
  onRegistered(resync);
}
