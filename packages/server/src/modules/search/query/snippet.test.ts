import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SnippetPart, snippetOf } from './match.ts';
import { parseQuery } from './parse-query.ts';

const snippet = (q: string, content: string, fileName: string | null = null): SnippetPart[] =>
  snippetOf(content, fileName, parseQuery(q, 'UTC'));
/** The snippet on one line, with the hits in brackets. */
const shown = (parts: SnippetPart[]): string =>
  parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

test('a short text is shown whole, with its hits', () => {
  expect(snippet('casa', 'La casa y las casas.')).toEqual([
    { text: 'La ', hit: false },
    { text: 'casa', hit: true },
    { text: ' y las ', hit: false },
    { text: 'casas', hit: true },
    { text: '.', hit: false },
  ]);
});

describe('which text', () => {
  test.each([
    ['factura', 'Te envío la factura', 'factura.pdf', 'Te envío la [factura]'],
    ['factura', 'Te la envío', 'Factura 7.pdf', '[Factura] 7.pdf'],
    ['envio factura', 'Te la envío', 'factura.pdf', 'Te la [envío]'],
    ['de:ana', 'Te la envío', 'factura.pdf', 'Te la envío'],
    ['de:ana', '', 'factura.pdf', 'factura.pdf'],
    ['-casa', ' \n ', 'factura.pdf', 'factura.pdf'],
    ['de:ana', '', null, ''],
  ])('%j of %j and %j', (q, content, fileName, text) => {
    expect(shown(snippet(q, content, fileName))).toBe(text);
  });
});

test('line breaks are blanks', () => {
  expect(shown(snippet('dos', ' uno\r\n\r\n dos\n\ttres '))).toBe('uno [dos] tres');
});

test('a long text is cut at words around the first hit', () => {
  const parts = snippet('aguja', `${'paja '.repeat(100)}aguja ${'heno '.repeat(100)}`);
  const text = shown(parts);
  expect(text).toMatch(/^…(paja )+\[aguja\]( heno)+…$/);
  expect(parts.map((part) => part.text).join('').length).toBeGreaterThan(190);
});

test('a text is cut where it must be cut alone', () => {
  const [first, last] = [
    snippet('aguja', `aguja ${'x '.repeat(200)}`),
    snippet('aguja', `${'x '.repeat(200)}aguja`),
  ];
  expect(shown(first)).toMatch(/^\[aguja\]( x)+…$/);
  expect(shown(last)).toMatch(/^…(x )+\[aguja\]$/);
  expect(shown(snippet('de:ana', 'x '.repeat(200)))).toMatch(/^x( x)+…$/);
});

test.each([
  ['flags', '🇪🇸'.repeat(400), 'de:ana'],
  ['families', '👨‍👩‍👧 '.repeat(400), '👨‍👩‍👧'],
  ['families without a blank', '👨‍👩‍👧'.repeat(400), 'de:ana'],
  ['accents of their own', 'e\u0301'.repeat(400), 'de:ana'],
  ['a word with accents', `${'o\u0301'.repeat(200)}factura${'o\u0301'.repeat(200)}`, 'factura'],
])('never cuts %s in two', (_, content, q) => {
  const signs = new Intl.Segmenter('es', { granularity: 'grapheme' });
  const parts = (text: string) => new Set([...signs.segment(text)].map(({ segment }) => segment));
  const text = snippet(q, content)
    .map((part) => part.text)
    .join('');
  expect(text.length).toBeGreaterThan(150);
  expect([...parts(text)].filter((sign) => sign !== '…' && !parts(content).has(sign))).toEqual([]);
});

test('cuts what is one sign without end between characters', () => {
  for (const sign of ['👩\u200d', '👩🏽\u200d', 'x\u0301']) {
    const text = shown(snippet('de:ana', sign.repeat(300)));
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text.isWellFormed()).toBe(true);
  }
});

test('whatever it says, 200 characters are shown at most, of the text itself', () => {
  const words = fc.string({ unit: fc.constantFrom(...'ab \n👍🏽\u0301é-ñ\ud83d'), maxLength: 600 });
  fc.assert(
    fc.property(
      words,
      fc.string({ unit: fc.constantFrom(...'ab ñ"-👍'), maxLength: 9 }),
      (content, q) => {
        const parts = snippet(q, content);
        const text = parts.map((part) => part.text).join('');
        expect(text.length).toBeLessThanOrEqual(200);
        expect(content.replace(/\s+/g, ' ')).toContain(text.replace(/^…|…$/g, ''));
        expect(parts.filter((part) => part.text === '')).toEqual([]);
        if (content.isWellFormed()) expect(text.isWellFormed()).toBe(true);
      },
    ),
    { numRuns: 1_000 },
  );
});
