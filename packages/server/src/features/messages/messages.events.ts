import type { Message } from '@chat/contract/messages/messages.schema';
import type { Realtime } from '../../realtime/publish.ts';
import { chatRoom, userRoom, watchRoom } from '../../realtime/rooms.ts';
import type { SentRow } from './send.queries.ts';

function roomsOf(chatUuid: string, sent: SentRow): string[] {
  if (sent.kind === 'PERSONAL') return [userRoom(sent.lowUserUuid as string)];
  if (sent.kind === 'GROUP') return [chatRoom(chatUuid), watchRoom(chatUuid)];
  const users = [sent.lowUserUuid as string, sent.highUserUuid as string];
  return [...users.map(userRoom), watchRoom(chatUuid)];
}

/** To every socket of every member and to watchers; call only after the commit. */
export function announceMessage(realtime: Realtime, message: Message, sent: SentRow): void {
  realtime.publish(roomsOf(message.chatUuid, sent), 'message', message);
}
