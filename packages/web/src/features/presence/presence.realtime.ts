import type { ChatSocket } from '../../shared/socket.ts';
import { startTyping } from './typing.ts';

/** Who is typing; a message of theirs ends it (`app/receive-message.ts`). */
export function registerPresenceRealtime(socket: ChatSocket): void {
  socket.on('typing', ({ chatId, userId, email }) => startTyping(chatId, userId, email));
}
