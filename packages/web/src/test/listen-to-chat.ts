import type { QueryClient } from '@tanstack/react-query';
import { receiveEdit, receiveMessage } from '../app/realtime.ts';
import { createChatEvents, registerChatRealtime } from '../features/chat/realtime/chat.realtime.ts';
import type { ChatSocket } from '../shared/socket.ts';

/** The chat's events, and `message` and `message:edited` with all that they change, as the page has them. */
export function listenToChat(socket: ChatSocket, queryClient: QueryClient): void {
  const events = createChatEvents(socket, queryClient);
  registerChatRealtime(events);
  socket.on('message', (message) => receiveMessage(events, message));
  socket.on('message:edited', (edited) => receiveEdit(events, edited));
}
