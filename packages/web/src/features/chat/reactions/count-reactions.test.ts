import { describe, expect, it } from 'vitest';
import { ana, bruno } from '../../../test/builders.ts';
import { countReactions } from './count-reactions.ts';

const by = (userUuid: string, emoji: string) => ({
  userUuid,
  userEmail: `${userUuid}@empresa.local`,
  emoji,
  reactedAt: '2026-11-21T10:00:00.000Z',
});

describe('countReactions', () => {
  it('gives each emoji one line in the order they were first used, and marks the one of the viewer', () => {
    const reactions = [by(bruno.uuid, '😂'), by('carla', '👍'), by(ana.uuid, '😂')];
    expect(countReactions(reactions, ana.uuid)).toEqual([
      { emoji: '😂', count: 2, isOwn: true },
      { emoji: '👍', count: 1, isOwn: false },
    ]);
  });
});
