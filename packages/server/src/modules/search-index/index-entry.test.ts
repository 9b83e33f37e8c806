import { linkExamples } from '@chat/contract/test/link-examples';
import { describe, expect, test } from 'vitest';
import { entryOf, type SourceMessage } from './index-entry.ts';

const message = (more: Partial<SourceMessage>): SourceMessage => ({
  id: 1,
  chatId: 7,
  seq: 70,
  senderId: 3,
  type: 'TEXT',
  content: '',
  isDeleted: false,
  editedAt: null,
  createdAt: '2026-03-18 10:00:00.123456+00',
  fileName: null,
  mediaType: null,
  ...more,
});
const marksOf = (more: Partial<SourceMessage>): string =>
  entryOf(message(more))
    .forms.split(' ')
    .filter((form) => form.startsWith("'#"))
    .join(' ');

test('the words of a message stand folded, with one blank between them and at both ends', () => {
  expect(entryOf(message({ content: '¿La REUNIÓN (FRA-2026/0113)…?\n¡Sí! 👍🏽' })).words).toBe(
    ' la reunion fra 2026 0113 si 👍 ',
  );
  expect(entryOf(message({ content: '¡¡¿?!!' })).words).toBe(' ');
});

test('a caption and the name of its file are one text', () => {
  const file = { type: 'FILE', content: 'Aquí va', fileName: 'Presupuesto 2026.pdf' } as const;
  expect(entryOf(message(file)).words).toBe(' aqui va presupuesto 2026 pdf ');
});

test('each form stands once, with the places of all its words', () => {
  const { forms } = entryOf(message({ content: 'El gato y el otro gato' }));
  expect(forms).toMatch(/'el':1,4\b/);
  expect(forms).toMatch(/'[a-zO]+':2,6\b/);
});

test('a word longer than anybody can ask for is left to its parts, and takes no place from the next', () => {
  const { forms, words } = entryOf(message({ content: `hola ${'x'.repeat(5_000)} mundial` }));
  expect(words).toContain('x'.repeat(5_000));
  expect(forms.length).toBeLessThan(200);
  expect(forms).toMatch(/'mundial':3\b/);
});

describe('marks say what a message is', () => {
  test('its sender and its type', () => {
    expect(marksOf({ content: 'Hola' })).toBe("'#s3' '#tTEXT'");
  });

  test.each([
    ['an image', { type: 'IMAGE', mediaType: 'image/png' }, "'#kimage'"],
    ['a video', { type: 'VIDEO', mediaType: 'video/mp4' }, "'#kvideo'"],
    ['a file', { type: 'FILE', mediaType: 'application/pdf' }, "'#kfile'"],
    [
      'audio that was sent as a file',
      { type: 'FILE', mediaType: 'audio/ogg' },
      "'#kfile' '#kaudio'",
    ],
    [
      'a picture that was sent as a file',
      { type: 'FILE', mediaType: 'image/gif' },
      "'#kfile' '#kimage'",
    ],
  ] as const)('%s', (_, carried, kinds) => {
    expect(marksOf({ ...carried, fileName: 'a' })).toBe(`'#s3' '#t${carried.type}' ${kinds}`);
  });

  test.each(linkExamples)('a link is what the page shows as one: %s', (content, links) => {
    expect(marksOf({ content }).includes("'#klink'")).toBe(links.length > 0);
  });
});
