import { expect, test } from 'vitest';
import { hitsOf } from './match.ts';
import { parseQuery } from './parse-query.ts';

test.each([
  ['many words', 'a '.repeat(5_000), 'a '.repeat(100)],
  ['one long word', 'a'.repeat(10_000), 'aaa '.repeat(50)],
  ['a row of parts', 'a-'.repeat(5_000), `${'a-'.repeat(99)}b`],
  ['accents of their own', 'e\u0301'.repeat(5_000), 'eee'],
  ['emojis', '👨‍👩‍👧'.repeat(1_250), '👨‍👩‍👧'.repeat(20)],
  ['signs', '"-:%'.repeat(2_500), '"-:%'.repeat(50)],
])('%s are looked through at once', (_, text, q) => {
  const query = parseQuery(q, 'UTC');
  const began = performance.now();
  hitsOf(text, query);
  expect(performance.now() - began).toBeLessThan(2_000);
});
