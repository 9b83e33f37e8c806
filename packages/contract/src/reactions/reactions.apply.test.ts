import { describe, expect, it } from 'vitest';
import type { Message } from '../messages/messages.schema.ts';
import { applyReaction } from './reactions.apply.ts';
import type { ReactionFact } from './reactions.events.ts';

const message = (uuid: string) => ({ uuid, reactions: [] as Message['reactions'] }) as Message;
const fact = (changes: Partial<ReactionFact> = {}): ReactionFact => ({
  chatId: 'chat',
  messageId: 'one',
  emoji: '👍',
  senderId: 'bruno',
  senderEmail: 'bruno@empresa.local',
  reactedAt: '2026-11-21T10:00:00.000Z',
  ...changes,
});
const reactionsAfter = (...facts: ReactionFact[]) =>
  facts
    .reduce<Message[]>(applyReaction, [message('one'), message('other')])
    .map(({ reactions }) => reactions.map(({ emoji }) => emoji));

describe('applyReaction', () => {
  it('gives its message the emoji, and leaves the others as they are', () => {
    const other = message('other');
    const [changed, kept] = applyReaction([message('one'), other], fact());
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
    expect(reactionsAfter(fact(), fact({ emoji: '❤️' }), fact({ emoji: '❤️' }))).toEqual([['❤️'], []]);
  });

  it('takes it off when there is none any more', () => {
    expect(reactionsAfter(fact(), fact({ emoji: null }), fact({ emoji: null }))).toEqual([[], []]);
  });

  it('keeps the order of a fetch: by time, then by user', () => {
    const earlier = '2026-11-21T09:00:00.000Z';
    const ofCarla = fact({ senderId: 'carla', emoji: '🎉' });
    const ofAna = fact({ senderId: 'ana', emoji: '👀' });
    const ofDiego = fact({ senderId: 'diego', emoji: '😂', reactedAt: earlier });
    expect(reactionsAfter(ofCarla, ofAna, ofDiego)[0]).toEqual(['😂', '👀', '🎉']);
  });
});
