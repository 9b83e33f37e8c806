import { linkExamples } from '@chat/contract/test/link-examples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ana, anabel, fill, mentions, run } from '../../../test/hostile-texts.ts';
import { categoryIds, emojisOf, skinTones } from '../emojis/emoji-data.ts';
import { isFewEmoji, textParts } from './text-parts.ts';

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

describe('ten thousand characters of anything', () => {
  test('stay whole, in pieces, whatever their kinds', () => {
    fc.assert(
      fc.property(run, (kind) => {
        const text = fill(kind, 10_000);
        const pieces = textParts(text, mentions);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      }),
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
