import type { ReadFact } from '@chat/contract/receipts/receipts.events';
import type { Realtime } from '../../realtime/publish.ts';
import { userRoom, watchRoom } from '../../realtime/rooms.ts';
import type { AuthorRow, MarkedRow, RaisedRow } from './receipts.queries.ts';

/** To the author while he takes part, and to watchers: everybody has got, or seen, his messages up to there (contract §3). */
export function announceReceipts(
  realtime: Realtime,
  chat: RaisedRow,
  author: AuthorRow,
  receiverUuid: string,
): void {
  const fact = { chatId: chat.chatUuid, receiverId: receiverUuid, senderId: author.authorUuid };
  const watchers = watchRoom(chat.chatUuid);
  const rooms = author.isMember ? [userRoom(author.authorUuid), watchers] : [watchers];
  if (author.hasDelivered) {
    realtime.publish(rooms, 'message:delivered', { ...fact, upToSeq: chat.deliveredSeq });
  }
  if (author.hasSeen) realtime.publish(rooms, 'message:seen', { ...fact, upToSeq: chat.seenSeq });
}

type ReadMark = Pick<MarkedRow, 'chatUuid' | 'userUuid' | 'seenSeq' | 'unreadCount' | 'lastSeq'>;

/** To each reader's own sockets, so that his other tabs follow; those who have read the same are told at once. */
export function announceReads(realtime: Realtime, marks: ReadMark[]): void {
  const readers = new Map<string, { fact: ReadFact; rooms: string[] }>();
  for (const { chatUuid: chatId, userUuid, seenSeq, unreadCount, lastSeq } of marks) {
    const key = `${chatId} ${seenSeq} ${unreadCount} ${lastSeq}`;
    const same = readers.get(key);
    if (same) same.rooms.push(userRoom(userUuid));
    else {
      const fact = { chatId, seenSeq, unreadCount, lastSeq };
      readers.set(key, { fact, rooms: [userRoom(userUuid)] });
    }
  }
  for (const { fact, rooms } of readers.values()) realtime.publish(rooms, 'chat:read', fact);
}
