import type { Message } from '../messages/messages.schema.ts';
import type { ReadFact } from './receipts.events.ts';

/**
 * The newest count of each chat that was told. It may be heard before a message that is in it: whoever hears the
 * message asks here whether it is counted already.
 */
export class HeardReads {
  private readonly newest = new Map<string, ReadFact>();

  hear(read: ReadFact): void {
    const before = this.newest.get(read.chatId);
    const isOlder = before && (read.seenSeq < before.seenSeq || read.lastSeq < before.lastSeq);
    if (!isOlder) this.newest.set(read.chatId, read);
  }

  of({ chatUuid }: Pick<Message, 'chatUuid'>): ReadFact | undefined {
    return this.newest.get(chatUuid);
  }
}
