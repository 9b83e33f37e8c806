import type { QueryClient } from '@tanstack/react-query';
import { receiveMessage } from '../app/receive-message.ts';
import { createChatEvents } from '../features/chat/realtime/chat-events.ts';
import { registerChatRealtime } from '../features/chat/realtime/register-chat.ts';
import type { ChatSocket } from '../shared/socket.ts';

/** The chat's events, and `message` with all that it changes, as the page has them. */
export function listenToChat(socket: ChatSocket, queryClient: QueryClient): void {
  const events = createChatEvents(socket, queryClient);
  registerChatRealtime(events);
  socket.on('message', (message) => receiveMessage(events, message));
}
