import { describe, expect, it } from 'vitest';
import { applyReaction } from './message-changes.ts';
import type { Message, ReactionEvent } from './messages.ts';
import { buildMessage } from './test/messages.ts';

const message = (uuid: string) => buildMessage(1, { uuid });
const reaction = (changes: Partial<ReactionEvent> = {}): ReactionEvent => ({
  chatId: 'chat',
  messageId: 'one',
  emoji: '👍',
  senderId: 'bruno',
  senderEmail: 'bruno@empresa.local',
  reactedAt: '2026-11-21T10:00:00.000Z',
  ...changes,
});
const reactionsAfter = (...reactions: ReactionEvent[]) =>
  reactions
    .reduce<Message[]>(applyReaction, [message('one'), message('other')])
    .map(({ reactions }) => reactions.map(({ emoji }) => emoji));

describe('applyReaction', () => {
  it('gives its message the emoji, and leaves the others as they are', () => {
    const other = message('other');
    const [changed, kept] = applyReaction([message('one'), other], reaction());
    expect(changed?.reactions).toEqual([
      {
        userUuid: 'bruno',
        userEmail: 'bruno@empresa.local',
        emoji: '👍',
        reactedAt: '2026-11-21T10:00:00.000Z',
      },
    ]);
    expect(kept).toBe(other);
  });

  it("replaces a user's earlier one, and counts once what is heard twice", () => {
    expect(reactionsAfter(reaction(), reaction({ emoji: '❤️' }), reaction({ emoji: '❤️' }))).toEqual([
      ['❤️'],
      [],
    ]);
  });

  it('takes it off when there is none any more', () => {
    expect(
      reactionsAfter(reaction(), reaction({ emoji: null }), reaction({ emoji: null })),
    ).toEqual([[], []]);
  });

  it('keeps the order of a fetch: by time, then by user', () => {
    const earlier = '2026-11-21T09:00:00.000Z';
    const ofCarla = reaction({ senderId: 'carla', emoji: '🎉' });
    const ofAna = reaction({ senderId: 'ana', emoji: '👀' });
    const ofDiego = reaction({ senderId: 'diego', emoji: '😂', reactedAt: earlier });
    expect(reactionsAfter(ofCarla, ofAna, ofDiego)[0]).toEqual(['😂', '👀', '🎉']);
  });
});
