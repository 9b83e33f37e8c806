import type { Realtime } from '../../../realtime/publish.ts';
import { userRoom, watchRoom } from '../../../realtime/rooms.ts';
import type { AuthorRow, RaisedRow } from '../store/least-marks.queries.ts';
import type { MarkedRow } from '../store/receipts.queries.ts';

/**
 * To watchers, and to the author while they are a member: everybody has got, or seen, their messages up to there
 * (rules/receipts 10, 11).
 */
export function announceReceipts(
  realtime: Realtime,
  chat: RaisedRow,
  author: AuthorRow,
  receiverUuid: string,
): void {
  const event = { chatId: chat.chatUuid, receiverId: receiverUuid, senderId: author.authorUuid };
  const watchers = watchRoom(chat.chatUuid);
  const rooms = author.isMember ? [userRoom(author.authorUuid), watchers] : [watchers];
  if (author.hasDelivered) {
    realtime.publish(rooms, 'message:delivered', { ...event, upToSeq: chat.deliveredSeq });
  }
  if (author.hasSeen) realtime.publish(rooms, 'message:seen', { ...event, upToSeq: chat.seenSeq });
}

/** To the readers' own sockets, so that their other tabs follow. */
export function announceRead(
  realtime: Realtime,
  mark: Pick<MarkedRow, 'chatUuid' | 'userUuids' | 'seenSeq' | 'lastSeq'> & { unreadCount: number },
): void {
  const { chatUuid: chatId, seenSeq, unreadCount, lastSeq } = mark;
  const event = { chatId, seenSeq, unreadCount, lastSeq };
  realtime.publish(mark.userUuids.map(userRoom), 'chat:read', event);
}
