import type { ChatSocket } from '../../shared/socket.ts';
import { startTyping, stopTyping } from './typing.ts';

/** Who is typing; a message ends it. */
export function registerPresenceRealtime(socket: ChatSocket): void {
  socket.on('typing', ({ chatId, userId, email }) => startTyping(chatId, userId, email));
  socket.on('message', ({ chatUuid, senderId }) => stopTyping(chatUuid, senderId));
}
