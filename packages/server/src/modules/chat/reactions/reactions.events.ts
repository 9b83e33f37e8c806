import type { Viewer } from '../../../http/viewer.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import { type ChatAudience, roomsOf } from '../../../realtime/rooms.ts';

/** To every socket of every member and to watchers; `emoji` null: taken back. Call only after the commit. */
export function announceReaction(
  realtime: Realtime,
  message: { uuid: string; chat: ChatAudience },
  sender: Viewer,
  emoji: string | null,
  reactedAt: Date,
): void {
  realtime.publish(roomsOf(message.chat), 'message:reacted', {
    chatId: message.chat.uuid,
    messageId: message.uuid,
    emoji,
    senderId: sender.uuid,
    senderEmail: sender.email,
    reactedAt: reactedAt.toISOString(),
  });
}
