import { describe, expect, test } from 'vitest';
import { categoryIds, emojisOf } from '../emojis/emoji-data.ts';
import { skinTones } from '../emojis/skin-tones.ts';
import { isFewEmoji, textParts } from './text-parts.ts';

const ana = { uuid: 'ana', email: 'ana@empresa.local' };
const anabel = { uuid: 'anabel', email: 'ana@empresa.local.es' };
const link = (text: string, href = text) => ({ kind: 'link', text, href });
const text = (words: string) => ({ kind: 'text', text: words });
const mention = (of: typeof ana) => ({ kind: 'mention', text: `@${of.email}`, userId: of.uuid });

describe('links', () => {
  test.each([
    [
      'mira https://empresa.es/a?b=1#c.',
      [text('mira '), link('https://empresa.es/a?b=1#c'), text('.')],
    ],
    ['(http://empresa.es)', [text('('), link('http://empresa.es'), text(')')]],
    ['empresa.es', [link('empresa.es', 'https://empresa.es')]],
  ])('%s', (content, parts) => {
    expect(textParts(content, [])).toEqual(parts);
  });

  test.each([
    'javascript:alert(1).com',
    'data:text/html,hola.es',
    'mailto:ana@empresa.es',
    'ana@empresa.es',
    'ftp://empresa.es/a',
    'versión 1.2.3',
    'n.º 3 p. ej. lunes',
    '<b>hola</b>.',
  ])('nothing but http and https: %s', (content) => {
    const links = textParts(content, []).filter(({ kind }) => kind === 'link');
    expect(links.every((part) => 'href' in part && /^https?:\/\//.test(part.href))).toBe(true);
    expect(links.some((part) => 'href' in part && part.href.includes(':alert'))).toBe(false);
  });
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
    const content = 'a\n@ana@empresa.local empresa.es <i>b</i>';
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
