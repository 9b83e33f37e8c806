import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBlank } from './checks.ts';

/** One character of each block that Unicode lets a program ignore, and of white space. */
const UNSEEN = [
  ...'\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e',
  ...'\u2060\u2064\u2065\u206a\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\ufff0',
  ...'\u{1bca0}\u{1d173}\u{e0001}\u{e0020}\u{e0100}',
  ...' \t\n\u000b\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000',
];

test('of what is not seen there is no text, however much of it', () => {
  expect(isBlank('')).toBe(true);
  for (const sign of UNSEEN) expect([sign, isBlank(sign)]).toEqual([sign, true]);
  const unseen = fc.string({ unit: fc.constantFrom(...UNSEEN), maxLength: 200 });
  fc.assert(fc.property(unseen, isBlank));
});

test('one character that is seen makes a text of it, in any script', () => {
  const seen = fc.constantFrom(
    'a',
    '.',
    'ñ',
    'я',
    'λ',
    'م',
    '漢',
    '👍',
    '\u{1f1ea}\u{1f1f8}',
    '\u0301',
    '½',
  );
  const unseen = fc.string({ unit: fc.constantFrom(...UNSEEN), maxLength: 20 });
  fc.assert(
    fc.property(unseen, seen, unseen, (before, one, after) => !isBlank(before + one + after)),
  );
});
