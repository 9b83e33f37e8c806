import { isEmoji } from '@chat/contract/checks';
import { describe, expect, it } from 'vitest';
import { categoryIds, emojisOf, findEmojis, nameOf, skinTones } from './emoji-data.ts';

const found = (text: string) => findEmojis(text, 'neutral').map(({ emoji }) => emoji);

describe('the emojis of the picker', () => {
  it('can all be reacted with, in every tone', () => {
    const all = skinTones.flatMap((tone) => categoryIds.flatMap((id) => emojisOf(id, tone)));
    expect(all.length).toBeGreaterThan(6 * 1800);
    expect(all.filter(({ emoji }) => !isEmoji(emoji))).toEqual([]);
  });

  it('are found by the beginnings of Spanish words, whatever case and accents', () => {
    expect(found('CORAZÓN roj')).toContain('❤️');
    expect(found('corazon roj')).toContain('❤️');
    expect(found('razon')).not.toContain('❤️');
    expect(found('qqqq')).toEqual([]);
  });

  it('come first where what is typed is their whole name', () => {
    expect(found('Cohete')[0]).toBe('🚀');
    expect(found('cohete').length).toBeGreaterThan(1);
    expect(found('corazon rojo')[0]).toBe('❤️');
  });

  it('take the chosen tone where they have one, and keep their name', () => {
    const [thumb] = findEmojis('pulgar arriba', '1f3fd');
    expect(thumb?.emoji).toBe('👍🏽');
    expect(nameOf('👍🏽')).toBe(thumb?.name);
    expect(findEmojis('corazón rojo', '1f3fd')[0]?.emoji).toBe('❤️');
  });
});
