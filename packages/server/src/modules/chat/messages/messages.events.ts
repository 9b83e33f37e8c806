import type { EditedMessage, Message } from '@chat/contract/messages';
import type { Realtime } from '../../../realtime/publish.ts';
import { administratorsRoom, type ChatAudience, roomsOf } from '../../../realtime/rooms.ts';

/** To every socket of every member and to watchers; call only after the commit. */
export function announceMessage(realtime: Realtime, chat: ChatAudience, message: Message): void {
  realtime.publish(roomsOf(chat), 'message', message);
  const isFirst = message.seq === 1 && chat.kind !== 'PERSONAL';
  if (isFirst) realtime.publish(administratorsRoom, 'chat:started', { chatId: chat.uuid });
}

export function announceMessageEdited(
  realtime: Realtime,
  chat: ChatAudience,
  message: EditedMessage,
): void {
  realtime.publish(roomsOf(chat), 'message:edited', message);
}

export function announceMessageDeleted(
  realtime: Realtime,
  chat: ChatAudience,
  messageId: string,
): void {
  realtime.publish(roomsOf(chat), 'message:deleted', { chatId: chat.uuid, messageId });
}
