import type { ChatType, Message } from '@chat/contract/messages/messages.schema';
import type { Realtime } from '../../realtime/publish.ts';
import { administratorsRoom, chatRoom, userRoom, watchRoom } from '../../realtime/rooms.ts';

/** What tells who hears of a chat. */
interface ChatAudience {
  uuid: string;
  kind: ChatType;
  lowUserUuid: string | null;
  highUserUuid: string | null;
}

function roomsOf(chat: ChatAudience): string[] {
  if (chat.kind === 'PERSONAL') return [userRoom(chat.lowUserUuid as string)];
  if (chat.kind === 'GROUP') return [chatRoom(chat.uuid), watchRoom(chat.uuid)];
  const users = [chat.lowUserUuid as string, chat.highUserUuid as string];
  return [...users.map(userRoom), watchRoom(chat.uuid)];
}

/** To every socket of every member and to watchers; call only after the commit. */
export function announceMessage(realtime: Realtime, chat: ChatAudience, message: Message): void {
  realtime.publish(roomsOf(chat), 'message', message);
  const isFirst = message.seq === 1 && chat.kind !== 'PERSONAL';
  if (isFirst) realtime.publish(administratorsRoom, 'chat:started', { chatId: chat.uuid });
}

export function announceMessageDeleted(
  realtime: Realtime,
  chat: ChatAudience,
  messageId: string,
): void {
  realtime.publish(roomsOf(chat), 'message:deleted', { chatId: chat.uuid, messageId });
}
