import { formsOf } from '@chat/spanish/forms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertDraws } from '../../../test/draws.ts';
import {
  beginningKey,
  formKey,
  gramKeys,
  hashesOf,
  type Key,
  keysOf,
  pairKey,
} from './block-keys.ts';
import { bitsOf, setKeys } from './blocks.ts';

const holds = (bits: Buffer, key: Key): boolean =>
  hashesOf(key).every((hash) => {
    const at = hash % (bits.length * 8);
    return (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  });
const keysOfWords = (words: string[]) => keysOf(words, words.flatMap(formsOf));

const word = fc.string({
  minLength: 1,
  maxLength: 12,
  unit: fc.constantFrom(...'aeiocdlnrst1é👍'),
});
const message = fc.array(word, { minLength: 1, maxLength: 12 });

/** All keys by which a search may ask for a message. */
const askedOf = (words: string[]): Key[] => [
  ...words.flatMap(formsOf).map(formKey),
  ...words.map(beginningKey),
  ...words.flatMap((one) => [...gramKeys(one, 3), ...gramKeys(one, 4)]),
  ...words.slice(1).map((one, at) => pairKey(words[at] as string, one)),
];

test('a block never denies what one of its messages holds', () =>
  assertDraws(fc.tuple(fc.array(message, { minLength: 2, maxLength: 32 })), async ([messages]) => {
    const [first, ...rest] = messages.map(keysOfWords);
    const bits = bitsOf([first ?? []]) as Buffer;
    for (const keys of rest) setKeys(bits, keys);
    expect(messages.flatMap(askedOf).filter((key) => !holds(bits, key))).toEqual([]);
  }));

test('of what none of its messages holds a block denies nearly all', () => {
  const said = (message: number) =>
    Array.from({ length: 10 }, (_, n) => `palabra${message}con${n}`.replaceAll('0', 'x'));
  const bits = bitsOf(Array.from({ length: 32 }, (_, n) => keysOfWords(said(n)))) as Buffer;
  expect(bits.length).toBeLessThan(4_000);
  const others = Array.from({ length: 5_000 }, (_, n) => formKey(`otra${n}`));
  expect(others.filter((key) => holds(bits, key)).length).toBeLessThan(25);
});

test('where there is too much to tell a block has no bits', () => {
  const words = Array.from({ length: 1_400 }, (_, n) => `pago${n.toString(36)}`);
  const messages = Array.from({ length: 12 }, (_, n) => words.map((one) => `${one}${n}`));
  expect(bitsOf(messages.map(keysOfWords))).toBeNull();
});
