import type { Message, MessageStatus } from '../messages/messages.schema.ts';
import type { ReceiptEvent } from './receipts.events.ts';

/** What a receipt says. */
export type Tick = 'DELIVERED' | 'SEEN';

const ranks: Record<MessageStatus, number> = { SENT: 0, DELIVERED: 1, SEEN: 2 };

/** A status never goes backwards (rules/receipts 4). */
export function higherStatus(one: MessageStatus, other: MessageStatus): MessageStatus {
  return ranks[other] > ranks[one] ? other : one;
}

type Ticked = Pick<Message, 'senderId' | 'seq' | 'status'>;

/** One message under a receipt; the same object when the receipt says nothing new of it. */
export function applyReceipt<M extends Ticked>(
  message: M,
  receipt: ReceiptEvent,
  status: MessageStatus,
): M {
  if (message.senderId !== receipt.senderId || message.seq > receipt.upToSeq) return message;
  const raised = higherStatus(message.status, status);
  return raised === message.status ? message : { ...message, status: raised };
}

/** `message:delivered`, `message:seen`: the author's messages up to there have been got, or seen. */
export function applyReceiptToMessages<M extends Ticked>(
  messages: readonly M[],
  receipt: ReceiptEvent,
  tick: Tick,
): M[] {
  return messages.map((message) => applyReceipt(message, receipt, tick));
}
