import { describe, expect, test } from 'vitest';
import { drawable, turnsEndlessly } from './text-parts.ts';

describe('marks on one letter', () => {
  test('beyond what any script has are left out, and their letter stays', () => {
    const mark = '\u0301';
    expect(drawable(`a${mark.repeat(9_998)}b`)).toBe(`a${mark.repeat(64)}b`);
  });

  test.each(['e\u0301'.repeat(5_000), 'กี่'.repeat(3_333), '👍🏽'.repeat(2_500)])(
    'of real texts stay as they are',
    (text) => expect(drawable(text)).toBe(text),
  );
});

describe('a text that turns at every letter', () => {
  test.each(['a\u200f', 'aא', 'א1'])('is known by its turns: %j', (unit) => {
    expect(turnsEndlessly(unit.repeat(5_000))).toBe(true);
  });

  test.each(['hola שלום '.repeat(1_000), 'שלום '.repeat(2_000), '\u200f'.repeat(10_000), 'aא'])(
    'is none where there are words, or one direction',
    (text) => expect(turnsEndlessly(text)).toBe(false),
  );
});
