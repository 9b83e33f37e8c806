import type { ChatSocket } from '../../../../shared/socket.ts';
import { gatherMarks } from './gather-marks.ts';

const mark = gatherMarks();

/** Tells the server how far the chat has come. Without a connection it finds that out when the page is back. */
export function markDelivered(socket: ChatSocket, chatId: string, upToSeq: number): void {
  mark(chatId, upToSeq, (furthest) => {
    if (socket.connected) socket.emit('delivered', { chatId, upToSeq: furthest });
  });
}
