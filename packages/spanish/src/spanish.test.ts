import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differ, genders, plurals, pronouns, verbs } from '../test/spanish-words.texts.ts';
import { fold, formsOf } from './forms.ts';

const areForms = (one: string, other: string): boolean => {
  const forms = formsOf(fold(one));
  return formsOf(fold(other)).some((form) => forms.includes(form));
};
describe('the same word', () => {
  test.each(plurals)('%s and %s', (one, other) => expect(areForms(one, other)).toBe(true));
  test.each(genders)('%s and %s', (one, other) => expect(areForms(one, other)).toBe(true));
  test.each(verbs)('%s and %s', (one, other) => expect(areForms(one, other)).toBe(true));
  test.each(pronouns)('%s and %s', (one, other) => expect(areForms(one, other)).toBe(true));
});

const anyWord = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aeioubcdlmnrstz'), minLength: 1, maxLength: 14 }),
  fc
    .tuple(fc.constantFrom(...verbs.flat()), fc.constantFrom('', 's', 'es', 'lo', 'selos', 'mente'))
    .map(([word, ending]) => fold(word) + ending),
  fc.string({ unit: 'binary', minLength: 1 }).map(fold),
);

test('a word is a form of itself, with few and short stems', () => {
  fc.assert(
    fc.property(anyWord, (word) => {
      const forms = formsOf(word);
      expect(new Set(forms).size).toBe(forms.length);
      expect(forms.length).toBeGreaterThan(0);
      expect(forms.length).toBeLessThanOrEqual(8);
      for (const form of forms) expect(form.length).toBeLessThanOrEqual(200);
    }),
    { numRuns: 3_000 },
  );
});

test.each(['fra', '0113', '2026', 'b2b', '👍', 'a', 'de', 'год', '日本語', 'a'.repeat(41)])(
  '%s stays itself',
  (word) => expect(formsOf(word)).toEqual([word]),
);

test('a word without end has stems that an index can take', () => {
  expect(formsOf('x'.repeat(10_000))).toEqual(['x'.repeat(200)]);
});

describe('another word', () => {
  test.each(differ)('%s and %s', (one, other) => expect(areForms(one, other)).toBe(false));
});
