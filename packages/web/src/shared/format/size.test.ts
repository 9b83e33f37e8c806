import { expect, it } from 'vitest';
import { formatSize } from './words.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1,5 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [25 * 1024 * 1024, '25 MB'],
  [1.44 * 1024 * 1024, '1,4 MB'],
])('tells %d bytes as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
