import { describe, expect, it } from 'vitest';
import { LatestReceipts } from './message-changes.ts';

const receipt = (upToSeq: number) => ({
  chatId: 'chat',
  receiverId: 'bruno',
  senderId: 'ana',
  upToSeq,
});
const message = (seq: number, senderId = 'ana') => ({ chatUuid: 'chat', senderId, seq });

describe('a message that is latest after its receipts', () => {
  it('finds those that cover it, and none of another author or for a later message', () => {
    const latest = new LatestReceipts();
    latest.record(receipt(2), 'DELIVERED');
    latest.record(receipt(1), 'SEEN');
    expect(latest.of(message(1))).toEqual([
      [receipt(2), 'DELIVERED'],
      [receipt(1), 'SEEN'],
    ]);
    expect(latest.of(message(2))).toEqual([[receipt(2), 'DELIVERED']]);
    expect([latest.of(message(3)), latest.of(message(1, 'bruno'))]).toEqual([[], []]);
  });

  it('is not taken from by a receipt that comes late', () => {
    const latest = new LatestReceipts();
    latest.record(receipt(2), 'SEEN');
    latest.record(receipt(1), 'SEEN');
    expect(latest.of(message(2))).toEqual([[receipt(2), 'SEEN']]);
  });
});
