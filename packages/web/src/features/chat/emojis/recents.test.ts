import { describe, expect, it } from 'vitest';
import { withRecent } from './recents.ts';

describe('the emojis used of late', () => {
  it('are at most 24, the newest first', () => {
    const used = Array.from({ length: 30 }, (_, number) => String(number));
    const recents = used.reduce<string[]>(withRecent, []);
    expect(recents).toHaveLength(24);
    expect(recents[0]).toBe('29');
    expect(recents.at(-1)).toBe('6');
  });

  it('hold each of them once', () => {
    expect(['a', 'b', 'a'].reduce<string[]>(withRecent, [])).toEqual(['a', 'b']);
  });
});
