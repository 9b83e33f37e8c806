import type { Message } from '../messages/messages.schema.ts';
import type { Tick } from './receipts.apply.ts';
import type { ReceiptEvent } from './receipts.events.ts';

const ticks: readonly Tick[] = ['DELIVERED', 'SEEN'];

/**
 * The farthest receipts of each author in each chat. With several server processes one may arrive before a message that
 * it covers: the receiver of the message asks here what it missed.
 */
export class LatestReceipts {
  private readonly farthest = new Map<string, ReceiptEvent>();

  record(receipt: ReceiptEvent, tick: Tick): void {
    const key = keyOf(receipt.chatId, receipt.senderId, tick);
    if (receipt.upToSeq > (this.farthest.get(key)?.upToSeq ?? 0)) this.farthest.set(key, receipt);
  }

  of({
    chatUuid,
    senderId,
    seq,
  }: Pick<Message, 'chatUuid' | 'senderId' | 'seq'>): [ReceiptEvent, Tick][] {
    return ticks.flatMap((tick): [ReceiptEvent, Tick][] => {
      const receipt = this.farthest.get(keyOf(chatUuid, senderId, tick));
      return receipt && receipt.upToSeq >= seq ? [[receipt, tick]] : [];
    });
  }
}

const keyOf = (chatId: string, senderId: string, tick: Tick) => `${chatId}:${senderId}:${tick}`;
