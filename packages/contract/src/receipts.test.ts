import { describe, expect, it } from 'vitest';
import { applyReceiptToMessages, higherStatus } from './message-changes.ts';

const receipt = { chatId: 'chat', receiverId: 'bruno', senderId: 'ana', upToSeq: 2 };
const sent = (seq: number, senderId = 'ana') => ({ seq, senderId, status: 'SENT' as const });

describe('receipts', () => {
  it("raise the author's messages up to the mark and no others", () => {
    const messages = [sent(1), sent(2, 'bruno'), sent(2), sent(3)];
    expect(
      applyReceiptToMessages(messages, receipt, 'DELIVERED').map(({ status }) => status),
    ).toEqual(['DELIVERED', 'SENT', 'DELIVERED', 'SENT']);
  });

  it('never take a tick back when they come late', () => {
    const seen = applyReceiptToMessages([sent(1)], receipt, 'SEEN');
    expect(applyReceiptToMessages(seen, receipt, 'DELIVERED')).toEqual(seen);
  });

  it('keep the higher of two statuses, whichever is first', () => {
    expect(higherStatus('SENT', 'SEEN')).toBe('SEEN');
    expect(higherStatus('SEEN', 'DELIVERED')).toBe('SEEN');
  });
});
