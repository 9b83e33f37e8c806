import { describe, expect, it } from 'vitest';
import { ana, bruno } from '../../../test/builders.ts';
import { countReactions, MAX_SHOWN, shownReactions } from './reactions.ts';

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

describe('shownReactions', () => {
  const emojis = Array.from({ length: 300 }, (_, n) => String.fromCodePoint(0x1f300 + n));

  it('shows the first emojis and the one of the viewer, and counts what is left out', () => {
    const reactions = emojis.flatMap((emoji, n) => [by(`uno-${n}`, emoji), by(`otro-${n}`, emoji)]);
    const all = [...reactions, by(ana.uuid, emojis[250] ?? '')];
    const { shown, hidden } = shownReactions(countReactions(all, ana.uuid));
    expect(shown.map(({ emoji }) => emoji)).toEqual([...emojis.slice(0, MAX_SHOWN), emojis[250]]);
    expect(hidden).toBe(2 * (300 - MAX_SHOWN - 1));
  });

  it('leaves none out of few', () => {
    const counts = countReactions([by(bruno.uuid, '😂'), by('carla', '👍')], ana.uuid);
    expect(shownReactions(counts)).toEqual({ shown: counts, hidden: 0 });
  });
});
