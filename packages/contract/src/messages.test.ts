import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyDeletion,
  applyEdit,
  applyMessage,
  applyPage,
  applyRange,
  applyReceiptToMessages,
  hasGap,
  type MessageRange,
} from './message-changes.ts';
import type { Message } from './messages.ts';
import { buildMessage as message } from './test/messages.ts';

const chat = (...seqs: number[]) => seqs.map((seq) => message(seq));

const replyTo = (original: number, seq: number) =>
  message(seq, {
    replyToMessageUuid: message(original).uuid,
    replyToMessageContent: `message ${original}`,
    replyToMessageMediaUrl: '/api/files/1',
  });
/** Eight messages, each but the first a reply to the one before. */
const replies = [message(1), ...[2, 3, 4, 5, 6, 7, 8].map((seq) => replyTo(seq - 1, seq))];

const deletionOf = (seq: number) => ({ messageId: message(seq).uuid });
const newest = (messages: Message[]): MessageRange => ({ messages, isWhole: false });
const whole = (messages: Message[]): MessageRange => ({ messages, isWhole: true });

describe('applyMessage', () => {
  it('adds a message once, however often it arrives', () => {
    const once = applyMessage(chat(1, 2), message(3));
    expect(applyMessage(once, message(3))).toEqual(chat(1, 2, 3));
  });

  it('puts a late message in its place', () => {
    expect(applyMessage(chat(1, 3), message(2))).toEqual(chat(1, 2, 3));
  });

  it('never takes a tick back', () => {
    const seen = [message(1, { status: 'SEEN' })];
    expect(applyMessage(seen, message(1, { status: 'SENT' }))).toEqual(seen);
  });
});

describe('hasGap', () => {
  it('is true only when a number between the last one and the arrived one is missing', () => {
    expect(hasGap(chat(1, 2), message(3))).toBe(false);
    expect(hasGap(chat(1, 2), message(4))).toBe(true);
    expect(hasGap(chat(1, 2), message(2))).toBe(false);
    expect(hasGap([], message(1))).toBe(false);
  });
});

describe('applyDeletion', () => {
  it('takes the message out, once, and leaves the others as they are', () => {
    const known = chat(1, 2, 3);
    const once = applyDeletion(known, deletionOf(2));
    expect(once).toEqual(chat(1, 3));
    expect(once[0]).toBe(known[0]);
    expect(applyDeletion(once, deletionOf(2))).toEqual(once);
  });

  it('leaves replies their place and a quote that says so', () => {
    const [original, reply] = [message(1), replyTo(1, 2)];
    expect(applyDeletion([original, reply], deletionOf(1))).toEqual([
      {
        ...reply,
        replyToMessageContent: 'Mensaje eliminado',
        replyToMessageMediaUrl: null,
      },
    ]);
  });
});

describe('an edit', () => {
  const editOf = (seq: number, at: number) =>
    message(seq, { content: `edit ${at}`, editedAt: `2026-11-21T11:00:00.00${at}Z` });

  it('changes what the message says and what replies to it quote, and nothing else', () => {
    const held = [message(1, { status: 'SEEN' }), replyTo(1, 2), message(3)];
    const after = applyEdit(held, editOf(1, 1));
    expect(after).toEqual([
      { ...editOf(1, 1), status: 'SEEN' },
      { ...replyTo(1, 2), replyToMessageContent: 'edit 1' },
      message(3),
    ]);
    expect(after[2]).toBe(held[2]);
  });

  it('of several the latest counts, in whatever order they and older pages come', () => {
    const sources = fc.shuffledSubarray(['1', '2', '3', 'page', 'message'], { minLength: 5 });
    fc.assert(
      fc.property(sources, fc.nat(3), (order, pageAt) => {
        const page = [pageAt === 0 ? message(1) : editOf(1, pageAt)];
        const apply = (held: Message[], source: string) => {
          if (source === 'page') return applyPage(held, page);
          return source === 'message'
            ? applyMessage(held, message(1))
            : applyEdit(held, editOf(1, Number(source)));
        };
        expect(order.reduce(apply, [message(1)])).toEqual([editOf(1, 3)]);
      }),
    );
  });
});

describe('applyRange', () => {
  it('drops what was deleted meanwhile', () => {
    expect(applyRange(chat(1, 2, 3, 4), newest(chat(2, 4)))).toEqual(chat(1, 2, 4));
    expect(applyRange(chat(1, 2), whole([]))).toEqual([]);
  });

  it('drops the oldest message too when it was deleted meanwhile', () => {
    expect(applyRange(chat(1, 2, 3), whole(chat(2, 3)))).toEqual(chat(2, 3));
  });

  it('leaves no hole when more was missed than was read', () => {
    expect(applyRange(chat(1, 2), newest(chat(8, 9)))).toEqual(chat(8, 9));
  });

  it('equals a fresh fetch, whatever was deleted, sent and heard in vain before', () => {
    const seqs = [1, 2, 3, 4, 5, 6, 7, 8];
    const some = fc.subarray(seqs);
    fc.assert(
      fc.property(some, some, fc.nat(8), (received, deleted, downTo) => {
        const server = deleted.reduce((left, seq) => applyDeletion(left, deletionOf(seq)), replies);
        const known = replies.filter(({ seq }) => received.includes(seq));
        const fetched = server.filter(({ seq }) => seq > downTo);
        expect(applyRange(known, whole(server))).toEqual(server);
        const from = fetched[0]?.seq ?? 0;
        const kept = applyRange(known, newest(fetched)).filter(({ seq }) => seq >= from);
        expect(kept).toEqual(fetched);
      }),
    );
  });
});

describe('pages and events', () => {
  it('equal a fresh fetch, in whatever order and however often they come', () => {
    const seqs = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 });
    fc.assert(
      fc.property(seqs, fc.nat(8), fc.nat(8), (order, pageFrom, seenUpTo) => {
        const seen = { chatId: 'chat', receiverId: 'bruno', senderId: 'ana', upToSeq: seenUpTo };
        const server = applyReceiptToMessages(chat(1, 2, 3, 4, 5, 6, 7, 8), seen, 'SEEN');
        const received = order.reduce<Message[]>(
          (known, seq) => applyMessage(known, message(seq)),
          [],
        );
        const paged = applyPage(received, chat(1, 2, 3, 4, 5, 6, 7, 8).slice(pageFrom));
        const page = server.slice(pageFrom);
        expect(applyReceiptToMessages(paged, seen, 'SEEN')).toEqual(server);
        expect(applyPage(applyReceiptToMessages(received, seen, 'SEEN'), page)).toEqual(server);
      }),
    );
  });

  it('equal a fetch after deletions, also of pages that were on their way meanwhile', () => {
    const seqs = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 });
    fc.assert(
      fc.property(seqs, fc.nat(8), fc.nat(8), (order, deletions, pageFrom) => {
        const remove = (messages: Message[]) =>
          order.slice(0, deletions).map(deletionOf).reduce(applyDeletion, messages);
        const server = remove(replies);
        const latePage = remove(replies.slice(pageFrom));
        expect(applyPage(remove(replies), latePage)).toEqual(server);
        expect(applyPage(remove(replies), server.slice(pageFrom))).toEqual(server);
      }),
    );
  });
});
