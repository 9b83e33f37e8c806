import type { Message } from '../messages/messages.schema.ts';
import type { Tick } from './receipts.apply.ts';
import type { ReceiptFact } from './receipts.events.ts';

const ticks: readonly Tick[] = ['DELIVERED', 'SEEN'];

/**
 * The farthest receipts of each author in each chat. Where several servers share the work, one may be heard before a message that it covers:
 * whoever hears the message asks here what it had missed.
 */
export class HeardReceipts {
  private readonly farthest = new Map<string, ReceiptFact>();

  hear(fact: ReceiptFact, tick: Tick): void {
    const key = keyOf(fact.chatId, fact.senderId, tick);
    if (fact.upToSeq > (this.farthest.get(key)?.upToSeq ?? 0)) this.farthest.set(key, fact);
  }

  of({
    chatUuid,
    senderId,
    seq,
  }: Pick<Message, 'chatUuid' | 'senderId' | 'seq'>): [ReceiptFact, Tick][] {
    return ticks.flatMap((tick): [ReceiptFact, Tick][] => {
      const fact = this.farthest.get(keyOf(chatUuid, senderId, tick));
      return fact && fact.upToSeq >= seq ? [[fact, tick]] : [];
    });
  }
}

const keyOf = (chatId: string, senderId: string, tick: Tick) => `${chatId}:${senderId}:${tick}`;
