import { describe, expect, it } from 'vitest';
import { ana, bruno, buildMessage, hash } from '../../../test/builders.ts';
import { emptyWindow } from '../messages/message-window.ts';
import type { OutgoingMessage } from '../outbox/outbox.ts';
import { buildTimeline, countNewer, firstUnread, newestSeq } from './timeline.ts';

const outgoing = (referenceId: string): OutgoingMessage => ({
  referenceId,
  chat: { hash, chatType: 'DIRECT', chatId: null, groupId: null, peerId: bruno.uuid },
  type: 'TEXT',
  content: 'hola',
  mentions: [],
  reply: null,
  file: null,
  forwarded: null,
  createdAt: '2026-11-21T10:30:00.000Z',
  state: 'pending',
});

const build = (
  messages = [buildMessage(1)],
  waiting: OutgoingMessage[] = [],
  openers: string[] = [],
) => buildTimeline({ messages, outgoing: waiting, viewerId: ana.uuid, openers: new Set(openers) });

describe('buildTimeline', () => {
  it('puts a line where a day begins, but not above the oldest message loaded', () => {
    const rows = build([
      buildMessage(1, { createdAt: '2026-11-19T12:00:00.000Z' }),
      buildMessage(2, { createdAt: '2026-11-20T12:00:00.000Z' }),
      buildMessage(3, { createdAt: '2026-11-20T12:05:00.000Z' }),
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['message', 'day', 'message', 'message']);
  });

  it('names a sender once for what they say within a minute', () => {
    const createdAt = '2026-11-21T10:00:10.000Z';
    const rows = build([
      buildMessage(1, { createdAt }),
      buildMessage(2, { createdAt }),
      buildMessage(3, { createdAt, senderId: ana.uuid }),
    ]);
    expect(rows.map((row) => row.kind === 'message' && row.isFirst)).toEqual([true, false, true]);
  });

  it('changes no row that was shown when older messages come above it', () => {
    const createdAt = '2026-11-21T10:00:10.000Z';
    const messages = [buildMessage(1, { createdAt }), buildMessage(2, { createdAt })];
    const shown = build(messages.slice(1), [], [messages[1]?.uuid ?? '']);
    expect(build(messages, [], [messages[1]?.uuid ?? '']).slice(1)).toEqual(shown);
  });

  it('shows a sent message once, in the row of its pending copy', () => {
    const stored = buildMessage(2, { senderId: ana.uuid, referenceId: 'ref' });
    const before = build([buildMessage(1)], [outgoing('ref')]);
    const both = build([buildMessage(1), stored], [outgoing('ref')]);
    expect(both.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    expect(both.at(-1)?.kind).toBe('message');
  });

  it('keeps what is not sent yet below everything stored', () => {
    const rows = build([buildMessage(59)], [outgoing('one'), outgoing('two')]);
    expect(rows.map(({ kind }) => kind)).toEqual(['message', 'outgoing', 'outgoing']);
  });
});

it('puts the line of what is unread under the day it begins with, and names the sender anew', () => {
  const createdAt = '2026-11-21T10:00:10.000Z';
  const messages = [
    buildMessage(1, { createdAt: '2026-11-20T12:00:00.000Z' }),
    buildMessage(2, { createdAt }),
    buildMessage(3, { createdAt }),
  ];
  const rowsFrom = (seq: number) =>
    buildTimeline({
      messages,
      outgoing: [],
      viewerId: ana.uuid,
      openers: new Set(),
      unreadId: messages[seq - 1]?.uuid,
    });
  expect(rowsFrom(2).map(({ kind }) => kind)).toEqual([
    'message',
    'day',
    'unread',
    'message',
    'message',
  ]);
  expect(rowsFrom(3).at(-1)).toMatchObject({ kind: 'message', isFirst: true });
});

describe('firstUnread', () => {
  const messages = [4, 5, 6, 7].map((seq) =>
    buildMessage(seq, seq === 5 ? { senderId: ana.uuid } : {}),
  );
  const loaded = { ...emptyWindow, messages };

  it("is the first of others' messages after what was seen", () => {
    expect(firstUnread(loaded, ana.uuid, 4)).toBe(messages[2]?.uuid);
    expect(firstUnread(loaded, ana.uuid, 0)).toBe(messages[0]?.uuid);
    expect(firstUnread(loaded, ana.uuid, 7)).toBeUndefined();
  });

  it('is unknown while older messages are unread too and not loaded', () => {
    expect(firstUnread({ ...loaded, hasOlder: true }, ana.uuid, 2)).toBeUndefined();
    expect(firstUnread({ ...loaded, hasOlder: true }, ana.uuid, 4)).toBe(messages[2]?.uuid);
  });

  it('is the oldest message loaded when that comes just after what was seen', () => {
    expect(firstUnread({ ...loaded, hasOlder: true }, ana.uuid, 3)).toBe(messages[0]?.uuid);
  });
});

it('finds the newest message in sight, whatever stands below it', () => {
  const rows = build([buildMessage(1), buildMessage(2)], [outgoing('ref')]);
  expect(newestSeq(rows, 2)).toBe(2);
  expect(newestSeq(rows, 0)).toBe(1);
  expect(newestSeq(rows, -1)).toBe(0);
});

it("counts others' messages after the one last in sight, loaded or only heard of", () => {
  const messages = [buildMessage(1), buildMessage(2, { senderId: ana.uuid }), buildMessage(3)];
  const loaded = { ...emptyWindow, messages, newerUnloaded: [buildMessage(8)] };
  expect(countNewer(loaded, ana.uuid, 1)).toBe(2);
  expect(countNewer(loaded, ana.uuid, 3)).toBe(1);
});
