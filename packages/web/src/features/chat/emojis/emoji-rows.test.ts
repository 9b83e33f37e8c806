import { describe, expect, it } from 'vitest';
import { buildRows, moveFrom } from './emoji-data.ts';

const COLUMNS = 8;

const emojis = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ emoji: String(number), name: '' }));

// Two lines of eight and of three emoji, then one line of two.
const rows = buildRows(
  [
    { id: 'recents', name: 'Recientes', emojis: emojis(COLUMNS + 3) },
    { id: 'flags', name: 'Banderas', emojis: emojis(2) },
  ],
  COLUMNS,
);
const walk = (from: number | null, ...keys: string[]) =>
  keys.reduce<number | null>((at, key) => moveFrom(rows, at, key), from);

describe('the arrow keys in the picker', () => {
  it('enter the grid downwards and leave it upwards, back to the search', () => {
    expect(walk(null, 'ArrowRight')).toBeNull();
    expect(walk(null, 'ArrowDown')).toBe(0);
    expect(walk(3, 'ArrowUp')).toBeNull();
  });

  it('go to the line below in the same column, or to its last emoji', () => {
    expect(walk(1, 'ArrowDown')).toBe(9);
    expect(walk(6, 'ArrowDown')).toBe(10);
    expect(walk(9, 'ArrowDown')).toBe(12);
    expect(walk(12, 'ArrowUp')).toBe(9);
  });

  it('stop at both ends', () => {
    expect(walk(0, 'ArrowLeft')).toBe(0);
    expect(walk(12, 'ArrowRight', 'ArrowDown')).toBe(12);
  });
});
