import { describe, expect, it } from 'vitest';
import {
  applyEditToChatList,
  applyNotifications,
  applyRead,
  applyReceiptToChatList,
  applyToChatList,
  sortChatList,
} from './chat-changes.ts';
import type { ChatListEntry, LastMessage } from './chats.ts';
import type { Message } from './messages.ts';
import { buildMessage } from './test/messages.ts';

const lastMessage = (seq: number, createdAt: string, senderId = 'ana'): LastMessage => ({
  uuid: `message-${seq}`,
  seq,
  type: 'TEXT',
  content: 'hola',
  fileName: null,
  status: 'SENT',
  createdAt,
  senderId,
  senderEmail: `${senderId}@empresa.local`,
});

const entry = (hash: string, changes: Partial<ChatListEntry> = {}): ChatListEntry => ({
  uuid: hash,
  id: 1,
  email: `${hash}@empresa.local`,
  chatType: 'DIRECT',
  chatUuid: `chat-${hash}`,
  hash,
  unreadCount: 0,
  calledCount: 0,
  seenSeq: 0,
  lastMessage: null,
  notifications: { mode: 'all', until: null },
  active: true,
  deletedAt: null,
  blocked: false,
  ...changes,
});

const arrived = (hash: string, seq: number, changes: Partial<Message> = {}) =>
  buildMessage(seq, {
    ...lastMessage(seq, `2026-11-21T10:00:0${seq}.000Z`),
    hash,
    chatUuid: `chat-${hash}`,
    ...changes,
  });

const viewer = { viewerId: 'bruno' };

describe('applyEditToChatList', () => {
  it('changes what the last message says and nothing else, and nothing of an earlier message', () => {
    const last = lastMessage(2, '2026-11-21T10:00:02.000Z');
    const list = [entry('ana', { unreadCount: 2, lastMessage: last }), entry('carla')];
    const edit = (seq: number) => arrived('ana', seq, { content: 'adiós' });
    expect(applyEditToChatList(list, edit(2))).toEqual([
      entry('ana', { unreadCount: 2, lastMessage: { ...last, content: 'adiós' } }),
      entry('carla'),
    ]);
    expect(applyEditToChatList(list, edit(1))).toEqual(list);
  });
});

describe('applyToChatList', () => {
  it('raises the unread count, shows the message as last and moves its entry below the group chat', () => {
    const list = [entry('general', { chatType: 'GROUP' }), entry('ana'), entry('carla')];
    const [group, first] = applyToChatList(list, arrived('carla', 1), viewer);
    expect(group?.hash).toBe('general');
    expect(first).toMatchObject({ hash: 'carla', unreadCount: 1, lastMessage: { seq: 1 } });
  });

  it('counts a message once, however often it arrives', () => {
    const once = applyToChatList([entry('ana')], arrived('ana', 1), viewer);
    expect(applyToChatList(once, arrived('ana', 1), viewer)).toEqual(once);
  });

  it('does not count own messages nor those being read', () => {
    const own = arrived('ana', 1, { senderId: 'bruno' });
    expect(applyToChatList([entry('ana', { unreadCount: 2 })], own, viewer)[0]).toMatchObject({
      unreadCount: 0,
      seenSeq: 1,
    });
    const read = applyToChatList([entry('ana')], arrived('ana', 1), {
      ...viewer,
      isBeingRead: true,
    });
    expect(read[0]?.unreadCount).toBe(0);
  });

  it('counts what calls the reader where only that comes through', () => {
    const mentions = { mode: 'mentions', until: null } as const;
    const group = entry('general', { chatType: 'GROUP', notifications: mentions });
    const called = { mentions: [{ uuid: 'bruno', email: 'bruno@empresa.local' }] };
    const after = (one: ChatListEntry, ...said: Partial<Message>[]) =>
      said.reduce(
        (list, changes, at) => applyToChatList(list, arrived('general', at + 1, changes), viewer),
        [one],
      )[0];
    const reply = { replyToMessageSenderId: 'bruno' };
    const counts = after(group, {}, called, reply, { replyToMessageSenderId: 'ana' });
    expect(counts).toMatchObject({ unreadCount: 4, calledCount: 2 });
    expect(after(entry('general', { chatType: 'GROUP' }), called)?.calledCount).toBe(0);
    expect(after(group, called, { senderId: 'bruno' })).toMatchObject({
      unreadCount: 0,
      calledCount: 0,
    });
    const read = { chatId: 'chat-general', seenSeq: 3, lastSeq: 4 };
    const left = (unreadCount: number) =>
      counts && applyRead([counts], { ...read, unreadCount })[0]?.calledCount;
    expect([left(1), left(0)]).toEqual([1, 0]);
  });

  it('gives an entry its chat when the first message makes it', () => {
    const [first] = applyToChatList([entry('ana', { chatUuid: null })], arrived('ana', 1), viewer);
    expect(first?.chatUuid).toBe('chat-ana');
  });
});

describe('sortChatList', () => {
  it('puts the group chat first, then the latest message, then the e-mail', () => {
    const older = lastMessage(1, '2026-11-20T10:00:00.000Z');
    const newer = lastMessage(1, '2026-11-21T10:00:00.000Z');
    const sorted = sortChatList([
      entry('diego'),
      entry('carla'),
      entry('ana', { lastMessage: older }),
      entry('bruno', { lastMessage: newer }),
      entry('general', { chatType: 'GROUP' }),
    ]);
    expect(sorted.map(({ hash }) => hash)).toEqual(['general', 'bruno', 'ana', 'carla', 'diego']);
  });
});

describe('applyRead', () => {
  it('takes the count of the reader’s other tabs, but never an older mark', () => {
    const list = [entry('ana', { unreadCount: 3, seenSeq: 4 })];
    const read = applyRead(list, { chatId: 'chat-ana', seenSeq: 7, unreadCount: 0, lastSeq: 7 });
    expect(read[0]).toMatchObject({ unreadCount: 0, seenSeq: 7 });
    expect(applyRead(read, { chatId: 'chat-ana', seenSeq: 5, unreadCount: 2, lastSeq: 7 })).toEqual(
      read,
    );
  });

  it('leaves unread all that overtook it', () => {
    const read = { chatId: 'chat-ana', seenSeq: 6, unreadCount: 1, lastSeq: 7 };
    const overtakenBy = (...seqs: number[]) =>
      seqs.reduce(
        (list, seq) => applyToChatList(list, arrived('ana', seq), viewer),
        [entry('ana', { unreadCount: 5 })],
      );
    expect(applyRead(overtakenBy(7), read)[0]?.unreadCount).toBe(1);
    expect(applyRead(overtakenBy(7, 8), read)[0]?.unreadCount).toBe(2);
    expect(applyRead(overtakenBy(7, 8, 9, 10), read)[0]?.unreadCount).toBe(4);
  });
});

describe('a count that is told before a message it knows', () => {
  const read = { chatId: 'chat-ana', seenSeq: 5, unreadCount: 1, lastSeq: 6 };
  const counted = applyRead([entry('ana', { seenSeq: 4 })], read);

  it('has counted that message, and not the next', () => {
    const received = applyToChatList(counted, arrived('ana', 6), { ...viewer, read });
    expect(received[0]).toMatchObject({ unreadCount: 1, lastMessage: { seq: 6 } });
    const next = applyToChatList(received, arrived('ana', 7), { ...viewer, read });
    expect(next[0]?.unreadCount).toBe(2);
  });

  it('says nothing of a message where more has been seen since', () => {
    const further = applyRead(counted, { ...read, seenSeq: 6, unreadCount: 0 });
    const received = applyToChatList(further, arrived('ana', 7), { ...viewer, read });
    expect(received[0]?.unreadCount).toBe(1);
  });
});

describe('applyReceiptToChatList', () => {
  it('raises the tick of the last message it covers', () => {
    const list = [
      entry('ana', { lastMessage: lastMessage(2, '2026-11-21T10:00:00.000Z', 'bruno') }),
    ];
    const receipt = { chatId: 'chat-ana', receiverId: 'ana', senderId: 'bruno', upToSeq: 2 };
    expect(applyReceiptToChatList(list, receipt, 'SEEN')[0]?.lastMessage?.status).toBe('SEEN');
  });
});

describe('applyNotifications', () => {
  it('changes the entry of the chat and no other', () => {
    const muted = { mode: 'none', until: '2026-11-21T11:00:00.000Z' } as const;
    const [ana, carla] = applyNotifications([entry('ana'), entry('carla')], {
      chatId: 'chat-ana',
      ...muted,
    });
    expect(ana).toEqual(entry('ana', { notifications: muted }));
    expect(carla).toEqual(entry('carla'));
  });
});
