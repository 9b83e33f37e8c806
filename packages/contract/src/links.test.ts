import { describe, expect, test } from 'vitest';
import { linksIn } from './links.ts';
import { linkExamples } from './test/link-examples.ts';

describe('the links of a text', () => {
  test.each(linkExamples)('%s', (text, links) => {
    const found = [...linksIn(text)];
    expect(found.map((link) => link.text)).toEqual(links);
    for (const { start, text: link, href } of found) {
      expect(text.slice(start, start + link.length)).toBe(link);
      expect(href).toMatch(/^https?:\/\//i);
      expect(href.endsWith(link)).toBe(true);
    }
  });

  test('a very long address is one', () => {
    const address = `https://empresa.es/${'a/'.repeat(5_000)}x`;
    expect([...linksIn(`Mira: ${address}.`)].map(({ text }) => text)).toEqual([address]);
  });

  test('they are found one by one, as they are asked for', () => {
    expect(linksIn('www.a.es '.repeat(100_000)).next().value?.text).toBe('www.a.es');
  });
});
