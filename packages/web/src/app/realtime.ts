import type { QueryClient } from '@tanstack/react-query';
import { createChatEvents, registerChatRealtime } from '../features/chat/realtime/chat.realtime.ts';
import { registerDevicesRealtime } from '../features/devices/devices.realtime.ts';
import { registerGroupsRealtime } from '../features/directory/groups/groups.realtime.ts';
import { registerPermissionsRealtime } from '../features/directory/permissions/permissions.realtime.ts';
import { registerUsersRealtime } from '../features/directory/users/users.realtime.ts';
import { registerMonitoringRealtime } from '../features/monitoring/watched-chats.ts';
import { registerNotificationsRealtime } from '../features/notifications/notifications.realtime.ts';
import { registerPresenceRealtime } from '../features/presence/typing.ts';
import { registerSearchRealtime } from '../features/search/found-pages.ts';
import { registerSessionRealtime } from '../features/session/current-user.ts';
import { whenIdle } from '../shared/after-paint.ts';
import { queryClient } from '../shared/query-client.ts';
import { onSessionEnd } from '../shared/session.ts';
import { type ChatSocket, connectSocket, disconnectSocket, socket } from '../shared/socket.ts';
import { receiveEdit, receiveMessage } from './receive-message.ts';

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
