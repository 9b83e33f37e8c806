import { describe, expect, it } from 'vitest';
import { HeardReceipts } from './heard-receipts.ts';

const fact = (upToSeq: number) => ({
  chatId: 'chat',
  receiverId: 'bruno',
  senderId: 'ana',
  upToSeq,
});
const message = (seq: number, senderId = 'ana') => ({ chatUuid: 'chat', senderId, seq });

describe('a message that is heard after its receipts', () => {
  it('finds those that cover it, and none of another author or for a later message', () => {
    const heard = new HeardReceipts();
    heard.hear(fact(2), 'DELIVERED');
    heard.hear(fact(1), 'SEEN');
    expect(heard.of(message(1))).toEqual([
      [fact(2), 'DELIVERED'],
      [fact(1), 'SEEN'],
    ]);
    expect(heard.of(message(2))).toEqual([[fact(2), 'DELIVERED']]);
    expect([heard.of(message(3)), heard.of(message(1, 'bruno'))]).toEqual([[], []]);
  });

  it('is not taken from by a receipt that comes late', () => {
    const heard = new HeardReceipts();
    heard.hear(fact(2), 'SEEN');
    heard.hear(fact(1), 'SEEN');
    expect(heard.of(message(2))).toEqual([[fact(2), 'SEEN']]);
  });
});
