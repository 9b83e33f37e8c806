import type { Message } from '@chat/contract/messages';
import { expect, test } from 'vitest';
import { buildMessage } from '../../../../test/builders.ts';
import type { TimelineRow } from '../timeline.ts';
import { estimateRow } from './row-heights.ts';

const WIDE = 900;
const row = (changes: Partial<Message>, isFirst = false): TimelineRow => ({
  kind: 'message',
  key: 'a',
  message: buildMessage(1, changes),
  isOwn: false,
  isFirst,
});
const height = (changes: Partial<Message>) => estimateRow(row(changes), WIDE);

test('a longer text, a line break, a quote, a reaction and a sender each make a row taller', () => {
  const short = height({ content: 'Hola' });
  expect(height({ content: 'Hola a todos. '.repeat(30) })).toBeGreaterThan(short + 80);
  expect(height({ content: 'uno\ndos\ntres' })).toBe(Math.round(20 + 3 * 21.75));
  expect(height({ content: 'Hola', replyToMessageContent: 'Sí' })).toBeGreaterThan(short);
  expect(estimateRow(row({ content: 'Hola' }, true), WIDE)).toBeGreaterThan(short);
});

test('an image counts with the place it is given, known before it has loaded', () => {
  const tall = height({ type: 'IMAGE', mediaWidth: 600, mediaHeight: 900 });
  const flat = height({ type: 'IMAGE', mediaWidth: 900, mediaHeight: 300 });
  expect(tall - flat).toBeCloseTo(320 - 107);
});

test('the same text needs more lines where there is less room', () => {
  const content = 'Hola a todos. '.repeat(10);
  expect(estimateRow(row({ content }), 360)).toBeGreaterThan(height({ content }));
});

test('marks on letters take no room', () => {
  const mark = '\u0301';
  expect(height({ content: `a${mark.repeat(9_998)}b` })).toBe(height({ content: 'ab' }));
  const letters = 'e'.repeat(300);
  expect(height({ content: letters.replaceAll('e', `e${mark}`) })).toBe(
    height({ content: letters }),
  );
});

test('an edited text needs room in its last line to say so', () => {
  const content = 'a'.repeat(152);
  const edited = height({ content, editedAt: '2026-11-21T11:00:00.000Z' });
  expect(edited).toBeGreaterThan(height({ content }));
});

test('time and ticks that have no room beside the text stand below it', () => {
  const content = 'a'.repeat(80);
  expect(height({ content })).toBe(Math.round(20 + 21.75 + 21));
  expect(height({ content: content.slice(20) })).toBe(44);
});

test('the face of who speaks in a group takes room from the text', () => {
  const content = 'a'.repeat(120);
  const inGroup = estimateRow(row({ content, chatType: 'GROUP' }), 700);
  expect(inGroup).toBeGreaterThan(estimateRow(row({ content }), 700));
});
