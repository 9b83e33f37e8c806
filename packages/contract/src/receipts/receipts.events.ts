import { z } from 'zod';
import { uuid } from '../shared/ids.ts';

/** Up to `upToSeq`, the author `senderId`'s messages have been got or seen; in a group by everybody, `receiverId` the last. */
export interface ReceiptEvent {
  chatId: string;
  receiverId: string;
  senderId: string;
  upToSeq: number;
}

/** What one has read of a chat; `lastSeq` is the newest message that `unreadCount` knows of. */
export interface ReadEvent {
  chatId: string;
  seenSeq: number;
  unreadCount: number;
  lastSeq: number;
}

export interface ReceiptEvents {
  'message:delivered': (receipt: ReceiptEvent) => void;
  'message:seen': (receipt: ReceiptEvent) => void;
  /** To the reader's own sockets, so that their other tabs follow. */
  'chat:read': (read: ReadEvent) => void;
}

/** `seen` and `delivered`: up to `upToSeq`, or all so far without it. */
export const receiptSignal = z.object({
  chatId: uuid,
  upToSeq: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type ReceiptSignal = z.infer<typeof receiptSignal>;
