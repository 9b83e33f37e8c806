import { describe, expect, it } from 'vitest';
import { LatestEdits } from './message-changes.ts';
import type { Message } from './messages.ts';
import { buildMessage } from './test/messages.ts';

const said = (content: string, editedAt: string | null, changes: Partial<Message> = {}) =>
  buildMessage(1, { uuid: 'uno', content, editedAt, ...changes });
const [first, second] = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:01.000Z'];

describe('of the edits of a message', () => {
  it('each later one is news, and none that comes twice or late', () => {
    const edits = new LatestEdits();
    expect(edits.record(said('a', first))).toBe(true);
    expect(edits.record(said('b', second))).toBe(true);
    expect(edits.record(said('b', second))).toBe(false);
    expect(edits.record(said('a', first))).toBe(false);
    expect(edits.record(said('c', first, { uuid: 'dos' }))).toBe(true);
  });

  it('the latest counts for the message, and for what quotes it, when those come afterwards', () => {
    const edits = new LatestEdits();
    edits.record(said('b', second));
    edits.record(said('a', first));
    const late = said('original', null, { status: 'SEEN' });
    expect(edits.applyTo(late)).toEqual(said('b', second, { status: 'SEEN' }));
    const reply = said('sí', null, { uuid: 'tres', replyToMessageUuid: 'uno' });
    expect(edits.applyTo(reply)).toEqual({ ...reply, replyToMessageContent: 'b' });
    const other = said('no', null, { uuid: 'cuatro', replyToMessageUuid: null });
    expect(edits.applyTo(other)).toBe(other);
  });
});
