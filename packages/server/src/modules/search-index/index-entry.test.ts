import { linkExamples } from '@chat/contract/messages/links.examples';
import { describe, expect, test } from 'vitest';
import { entryOf, type SourceMessage } from './index-entry.ts';

const message = (more: Partial<SourceMessage>): SourceMessage => ({
  id: 1,
  chatId: 7,
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
const marked = (more: Partial<SourceMessage>, kinds = 'cstkl'): string =>
  entryOf(message(more))
    .forms.split(' ')
    .filter((form) => form.startsWith("'#") && kinds.includes(form[2] ?? ''))
    .join(' ');
const marksOf = (more: Partial<SourceMessage>) => marked(more);

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

test('the words by whose parts a message is found are all but those that are too long, which a mark tells', () => {
  const { knownWords, forms } = entryOf(message({ content: `Hola ${'x'.repeat(501)} hola mundo` }));
  expect(knownWords).toEqual(['hola', 'hola', 'mundo']);
  expect(forms).toContain("'#long'");
  expect(entryOf(message({ content: 'x'.repeat(500) })).forms).not.toContain('#long');
});

describe('marks say when a message was sent', () => {
  const sentAt = (createdAt: string) => marked({ createdAt }, 'hdf').split(' ');

  test('in an hour, a day and two weeks', () => {
    const marks = sentAt('2026-03-18 10:00:00.123456+00');
    expect(marks).toHaveLength(3);
    expect(sentAt('2026-03-18 11:00:00.123456+01')).toEqual(marks);
    expect(sentAt('2026-03-18 12:00:00+00')).toEqual([expect.anything(), marks[1], marks[2]]);
    const [hour, day, fortnight] = sentAt('2026-03-20 10:00:00+00');
    expect([hour === marks[0], day === marks[1], fortnight === marks[2]]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('marks say which words stand side by side', () => {
  const pairs = (content: string) => marked({ content }, 'p').split(' ').filter(Boolean);

  test('each pair once, in its order', () => {
    expect(pairs('uno')).toEqual([]);
    expect(pairs('Orden del día')).toHaveLength(2);
    expect(pairs('orden del día, ¡orden del día!')).toHaveLength(3);
    expect(pairs('el orden del día de hoy')).toEqual(
      expect.arrayContaining(pairs('Orden del dia')),
    );
    expect(pairs('del orden')).not.toEqual(pairs('orden del'));
  });
});

describe('marks say what a message is', () => {
  test('its chat, its sender and its type', () => {
    expect(marksOf({ content: 'Hola' })).toBe("'#c7' '#s3' '#tTEXT'");
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
    expect(marksOf({ ...carried, fileName: 'a' })).toBe(`'#c7' '#s3' '#t${carried.type}' ${kinds}`);
  });

  test.each(linkExamples)('a link is what the page shows as one: %s', (content, links) => {
    expect(marksOf({ content }).includes("'#klink'")).toBe(links.length > 0);
  });
});
