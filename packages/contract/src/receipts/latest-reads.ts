import type { Message } from '../messages/messages.schema.ts';
import type { ReadEvent } from './receipts.events.ts';

/**
 * The newest read mark of each chat. It may arrive before a message that it counts: the receiver of the message asks
 * here whether it is counted already.
 */
export class LatestReads {
  private readonly newest = new Map<string, ReadEvent>();

  record(read: ReadEvent): void {
    const before = this.newest.get(read.chatId);
    const isOlder = before && (read.seenSeq < before.seenSeq || read.lastSeq < before.lastSeq);
    if (!isOlder) this.newest.set(read.chatId, read);
  }

  of({ chatUuid }: Pick<Message, 'chatUuid'>): ReadEvent | undefined {
    return this.newest.get(chatUuid);
  }
}
