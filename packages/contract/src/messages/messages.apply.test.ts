import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySeen } from '../receipts/receipts.apply.ts';
import { applyMessage, applyPage, applyStretch, hasGap } from './messages.apply.ts';
import type { Message } from './messages.schema.ts';

const message = (seq: number, changes: Partial<Message> = {}): Message => ({
  uuid: `00000000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
  id: seq,
  seq,
  chatId: 'chat',
  chatUuid: 'chat',
  chatType: 'DIRECT',
  hash: 'hash',
  groupId: 'group',
  groupUuid: 'group',
  senderId: 'ana',
  senderEmail: 'ana@empresa.local',
  type: 'TEXT',
  content: `message ${seq}`,
  mediaUrl: null,
  fileName: null,
  status: 'SENT',
  createdAt: '2026-11-21T10:00:00.000Z',
  referenceId: null,
  replyToMessageUuid: null,
  replyToMessageContent: null,
  replyToMessageSenderId: null,
  replyToMessageSenderEmail: null,
  replyToMessageMediaUrl: null,
  reactions: [],
  mentions: [],
  ...changes,
});

const chat = (...seqs: number[]) => seqs.map((seq) => message(seq));

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

describe('applyStretch', () => {
  it('drops what was deleted meanwhile', () => {
    expect(applyStretch(chat(1, 2, 3, 4), chat(2, 4))).toEqual(chat(1, 2, 4));
    expect(applyStretch(chat(1, 2), [])).toEqual([]);
  });

  it('leaves no hole when more was missed than was read', () => {
    expect(applyStretch(chat(1, 2), chat(8, 9))).toEqual(chat(8, 9));
  });
});

describe('pages and events', () => {
  it('equal a fresh fetch, in whatever order and however often they come', () => {
    const seqs = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 });
    fc.assert(
      fc.property(seqs, fc.nat(8), fc.nat(8), (order, pageFrom, seenUpTo) => {
        const seen = { chatId: 'chat', receiverId: 'bruno', senderId: 'ana', upToSeq: seenUpTo };
        const server = applySeen(chat(1, 2, 3, 4, 5, 6, 7, 8), seen);
        const heard = order.reduce<Message[]>((held, seq) => applyMessage(held, message(seq)), []);
        const paged = applyPage(heard, chat(1, 2, 3, 4, 5, 6, 7, 8).slice(pageFrom));
        const page = server.slice(pageFrom);
        expect(applySeen(paged, seen)).toEqual(server);
        expect(applyPage(applySeen(heard, seen), page)).toEqual(server);
      }),
    );
  });
});
