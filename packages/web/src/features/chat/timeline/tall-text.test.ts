import { expect, test } from 'vitest';
import { isTall } from './text-parts.ts';

test.each([
  ['ten thousand line breaks', '\n'.repeat(10_000)],
  ['a list of 40 lines', 'uno\n'.repeat(40)],
  ['ten thousand letters without a break', 'a'.repeat(10_000)],
  ['a thousand signs that are as wide as a line', '\ufdfd'.repeat(1_000)],
])('%s is tall', (_, content) => {
  expect(isTall(content)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a page of text', 'palabra '.repeat(300)],
  ['ten thousand marks on one letter', `a${'\u0301'.repeat(9_999)}`],
  ['a short list', 'uno\n'.repeat(20)],
])('%s is not', (_, content) => {
  expect(isTall(content)).toBe(false);
});
