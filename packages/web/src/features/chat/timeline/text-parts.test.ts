import { linkExamples } from '@chat/contract/links.examples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryIds, emojisOf, skinTones } from '../emojis/emoji-data.ts';
import { isFewEmoji, textParts } from './text-parts.ts';

const ana = { uuid: 'ana', email: 'ana@empresa.local' };
const anabel = { uuid: 'anabel', email: 'ana@empresa.local.es' };
const link = (text: string, href = text) => ({ kind: 'link', text, href });
const text = (words: string) => ({ kind: 'text', text: words });
const mention = (of: typeof ana) => ({ kind: 'mention', text: `@${of.email}`, userId: of.uuid });

describe('links', () => {
  test.each(linkExamples)('are those that the contract finds: %s', (content, links) => {
    const drawn = textParts(content, []).filter(({ kind }) => kind === 'link');
    expect(drawn.map((part) => part.text)).toEqual(links);
  });

  test('stand between the rest of the text', () => {
    expect(textParts('(http://a.es), www.b.es', [])).toEqual([
      text('('),
      link('http://a.es'),
      text('), '),
      link('www.b.es', 'https://www.b.es'),
    ]);
  });

  test('keep what looks like a mention in them', () => {
    const address = 'https://redes.es/@ana@empresa.local';
    expect(textParts(`${address} @ana@empresa.local`, [ana])).toEqual([
      link(address),
      text(' '),
      mention(ana),
    ]);
  });

  test.each([
    'javascript:alert(1).com',
    'data:text/html,hola.es',
    'mailto:ana@empresa.es',
    'ftp://empresa.es/a',
  ])('nothing but http and https: %s', (content) => {
    expect(textParts(content, [])).toEqual([text(content)]);
  });
});

/** Texts between two characters that keep a search going. */
const hostileUnits = [
  ...[
    '1.',
    'a.',
    '.',
    '..',
    '@',
    'a@',
    '@a@b.',
    '/',
    '//',
    'a/',
    'a.es/',
    'http://',
    'https:',
    'www.',
    'xn--',
  ],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '<',
    '>',
    '"',
    "'",
    ',',
    ';',
    ':',
    '!',
    '?',
    '=',
    '&',
    '#',
    '-',
    'a-',
    '_',
    '%',
  ],
  ...[
    'a',
    '1',
    'ñ',
    '\n',
    ' ',
    '\t',
    '\u200f',
    '\u202e',
    '\u200b',
    '\u0301',
    '👍🏽',
    '👩\u200d',
    '🇪',
    '\ufe0f',
  ],
  ...[
    `@${ana.email}`,
    `@${anabel.email}.`,
    '@ana@',
    ' www.a.es',
    'a.com',
    'mailto:',
    'a.es:1',
    'http://a.es/',
  ],
];
const run = fc
  .tuple(
    fc.array(fc.constantFrom(...hostileUnits), { minLength: 1, maxLength: 4 }),
    fc.string({ maxLength: 8 }),
  )
  .map(([units, end]) => ({ unit: units.join(''), end }));
const fill = ({ unit, end }: { unit: string; end: string }, length: number) =>
  `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length - end.length)}${end}`;

describe('ten thousand characters of anything', () => {
  const people = Array.from({ length: 2_000 }, (_, index) => ({
    uuid: String(index),
    email: `persona.${index}@empresa.local`,
  }));
  const mentions = [...people, ana, anabel];

  function timeOf(text: string): number {
    const before = performance.now();
    textParts(text, mentions);
    return performance.now() - before;
  }

  /**
   * Other work of the machine only adds to a time, so the least times of several rounds are compared; if they differ,
   * more rounds follow.
   */
  function growsAsItDoes(half: string, whole: string): boolean {
    let [leastOfHalf, leastOfWhole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 1; round <= 40; round += 1) {
      leastOfHalf = Math.min(leastOfHalf, timeOf(half));
      leastOfWhole = Math.min(leastOfWhole, timeOf(whole));
      // Some milliseconds of tolerance, because times near zero cannot be compared by a factor.
      if (round >= 5 && leastOfWhole <= 3 * (leastOfHalf + 3)) return true;
      if (round * leastOfWhole > 2_000) return false;
    }
    return false;
  }

  test.each([
    ['numbers and dots', '1.'.repeat(4_997)],
    ['letters and dots', 'a.'.repeat(4_997)],
    ['letters and slashes', 'a/'.repeat(4_997)],
    ['parts of e-mails', 'a@'.repeat(4_997)],
    ['beginnings of mentions', '@a'.repeat(4_997)],
    ['mentions', `@${ana.email}`.repeat(555)],
    ['what is nearly a mention', `@${'a'.repeat(60)}@${'a.'.repeat(100)}`.repeat(38)],
    ['links and brackets', 'http://a.es/(['.repeat(714)],
  ])('of one kind are told apart in a time that grows as they do: %s', (_, filling) => {
    expect(growsAsItDoes(`${filling} a.es`, `${filling}${filling} a.es`)).toBe(true);
  });

  test('stay whole, in pieces, whatever their kinds', () => {
    fc.assert(
      fc.property(run, (kind) => {
        const text = fill(kind, 10_000);
        const pieces = textParts(text, mentions);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      }),
    );
  });

  test('of many kinds are told apart in a time that grows as they do', () => {
    fc.assert(
      fc.property(run, (kind) => growsAsItDoes(fill(kind, 10_000), fill(kind, 20_000))),
      { numRuns: 60 },
    );
  });
});

describe('where a link leads', () => {
  const hostOf = (content: string) => {
    const [first] = textParts(content, []).filter(({ kind }) => kind === 'link');
    return first && 'host' in first ? first.host : undefined;
  };

  test.each([
    ['a name before an @', 'https://banco.es@evil.com/x', 'evil.com'],
    ['a name and what looks like a port', 'https://banco.es:443@evil.com/', 'evil.com'],
    ['Cyrillic among Latin', 'https://bаnco.es/entrar', 'xn--bnco-53d.es'],
    ['Cyrillic alone', 'https://раура.com', 'xn--80aa0cbo.com'],
    ['no scheme', 'www.bаnco.es', 'www.xn--bnco-53d.es'],
    ['wide letters', 'https://ｅvil.com', 'evil.com'],
    ['escaped letters', 'https://ex%61mple.com', 'example.com'],
    ['a character that is not drawn', 'https://ba\u200bnco.es', 'banco.es'],
    ['a text that is turned around', 'https://evil.com/\u202ese.ocnab', 'evil.com'],
    ['a number', 'http://2130706433/a.html', '127.0.0.1'],
  ])('is told beside it in plain ASCII, for %s', (_, content, host) => {
    expect(hostOf(content)).toBe(host);
  });

  test.each([
    'https://empresa.es/a@b?c=d@e',
    'https://EMPRESA.es:8443/#x',
    'www.empresa.es',
    'empresa.es/x',
    'http://intranet/wiki',
    'http://[::1]:3000/x',
    'https://español.es/año',
    'https://xn--espaol-zwa.es',
    'http://192.168.1.20/ficha',
  ])('is said by the link itself, when it says it: %s', (content) => {
    expect(textParts(content, [])).toHaveLength(1);
    expect(hostOf(content)).toBeUndefined();
  });
});

test('of more links than anybody follows the others stay text', () => {
  const links = textParts('www.a.es '.repeat(2_000), []).filter(({ kind }) => kind === 'link');
  expect(links).toHaveLength(200);
});

describe('mentions', () => {
  test('only people who are mentioned, whole', () => {
    expect(textParts('Hola @ana@empresa.local, y @bruno@empresa.local', [ana])).toEqual([
      text('Hola '),
      mention(ana),
      text(', y @bruno@empresa.local'),
    ]);
  });

  test('the longer address is not cut short', () => {
    expect(textParts('@ana@empresa.local.es', [ana, anabel])).toEqual([mention(anabel)]);
    expect(textParts('@ana@empresa.localidad', [ana])).toEqual([text('@ana@empresa.localidad')]);
  });

  test('the pieces are the whole text', () => {
    const content = 'a\n@ana@empresa.local www.empresa.es <i>b</i>';
    expect(
      textParts(content, [ana])
        .map((part) => part.text)
        .join(''),
    ).toBe(content);
  });
});

test.each([
  ['👍', true],
  ['👍 ❤️ 😂', true],
  ['1️⃣ ©️', true],
  ['👍👍👍👍', false],
  ['vale 👍', false],
  ['', false],
  ['12', false],
])('few emoji: %s', (content, expected) => {
  expect(isFewEmoji(content)).toBe(expected);
});

test('every emoji of the picker is one of few, in every tone', () => {
  const all = skinTones.flatMap((tone) => categoryIds.flatMap((id) => emojisOf(id, tone)));
  expect(all.filter(({ emoji }) => !isFewEmoji(emoji))).toEqual([]);
});

test.each(['🇪', '™', '🏃‍♀', '👍🇪'])('%s is not drawn as an emoji everywhere', (sign) => {
  expect(isFewEmoji(sign)).toBe(false);
});
