import type { ChatType, Message, MessageStatus } from './messages.ts';

interface LeastMarks {
  kind: ChatType | null;
  deliveredSeq: number | null;
  seenSeq: number | null;
}

/** A message's status follows from its position and the lowest watermarks of its chat (rules/receipts 1, 2). */
export function statusOf(chat: LeastMarks, seq: number): MessageStatus {
  if (chat.kind === 'PERSONAL' || seq <= (chat.seenSeq ?? 0)) return 'SEEN';
  return seq <= (chat.deliveredSeq ?? 0) ? 'DELIVERED' : 'SENT';
}

/**
 * The messages of author `senderId` up to `upToSeq` are delivered or seen; in a group by everybody, `receiverId` last.
 */
export interface ReceiptEvent {
  chatId: string;
  receiverId: string;
  senderId: string;
  upToSeq: number;
}

/** How far the reader has read a chat; `unreadCount` counts up to the message `lastSeq`. */
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

export type Tick = 'DELIVERED' | 'SEEN';

const ranks: Record<MessageStatus, number> = { SENT: 0, DELIVERED: 1, SEEN: 2 };

/** A status never goes backwards (rules/receipts 4). */
export function higherStatus(one: MessageStatus, other: MessageStatus): MessageStatus {
  return ranks[other] > ranks[one] ? other : one;
}

type Ticked = Pick<Message, 'senderId' | 'seq' | 'status'>;

/** One message after a receipt; the same object if the receipt changes nothing. */
export function applyReceipt<M extends Ticked>(
  message: M,
  receipt: ReceiptEvent,
  status: MessageStatus,
): M {
  if (message.senderId !== receipt.senderId || message.seq > receipt.upToSeq) return message;
  const raised = higherStatus(message.status, status);
  return raised === message.status ? message : { ...message, status: raised };
}

/** `message:delivered`, `message:seen`: the author's messages up to `upToSeq` have been delivered or seen. */
export function applyReceiptToMessages<M extends Ticked>(
  messages: readonly M[],
  receipt: ReceiptEvent,
  tick: Tick,
): M[] {
  return messages.map((message) => applyReceipt(message, receipt, tick));
}

const ticks: readonly Tick[] = ['DELIVERED', 'SEEN'];

/**
 * The farthest receipts of each author in each chat. With several server processes a receipt may arrive before a
 * message that it covers: the receiver of the message looks up the missed receipt here.
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

/**
 * The newest read watermark of each chat. A watermark may arrive before a message that it counts: the receiver of the
 * message asks here whether the message is counted already.
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
