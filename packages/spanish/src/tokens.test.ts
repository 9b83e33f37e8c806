import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, tokensOf } from './forms.ts';

const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word);
/** Texts of people, texts of programs, and any text at all. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...'aÑéÜßẞǽœØł½ﷺ👍🏽🇪🇸\u0301\u200d\ufe0f\u20e3\u00ad\ud83d İΣςﬁ℀1-'),
  }),
);

describe('what counts as the same letter', () => {
  test.each([
    ['Reunión', 'reunion'],
    ['AÑO', 'ano'],
    ['pingüino', 'pinguino'],
    ['CAFE\u0301', 'cafe'],
    ['ﬁrma', 'firma'],
    ['ＡＢＣ１２３', 'abc123'],
    ['fac\u00adtu\u200bra', 'factura'],
    ['Façade', 'facade'],
    ['Hauptstraße', 'hauptstrasse'],
    ['ŒUVRE', 'oeuvre'],
    ['Søren Wałęsa', 'soren walesa'],
    ['Ǽ', 'ae'],
    ['Йод', 'иод'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['👍🏽', '👍'],
    ['❤️', '❤'],
  ])('%s is %s', (text, folded) => expect(fold(text)).toBe(folded));

  test('folding twice is folding once', () => {
    fc.assert(
      fc.property(anyText, (text) => fold(fold(text)) === fold(text)),
      { numRuns: 2_000, examples: [['\u{1d165}\ufc5e']] },
    );
  });
});

describe('words', () => {
  test.each([
    [
      'La factura FRA-2026/0113, por favor.',
      ['la', 'factura', 'fra', '2026', '0113', 'por', 'favor'],
    ],
    ['ana.garcia@empresa.es', ['ana', 'garcia', 'empresa', 'es']],
    ['https://empresa.es/docs?id=7#fin', ['https', 'empresa', 'es', 'docs', 'id', '7', 'fin']],
    ['¿Qué?¡Hola!', ['que', 'hola']],
    ['a\r\nb\tc_d', ['a', 'b', 'c', 'd']],
    ['3,50 €', ['3', '50']],
    ['👍🏽👍 hola🎉', ['👍', '👍', 'hola', '🎉']],
    ['👨‍👩‍👧 👩🏽‍💻', ['👨👩👧', '👩💻']],
    ['🇪🇸🇫🇷', ['🇪🇸', '🇫🇷']],
    ['1️⃣ #️⃣', ['1']],
    ['日本語', ['日本語']],
    ['Ⓜ️ Sol', ['ⓜ', 'sol']],
    ['ⓜ sol', ['ⓜ', 'sol']],
    ['', []],
    ['\u200b \u0301 \ufe0f ---', []],
    ['\ud83d \0', []],
  ])('of %j', (text, words) => expect(wordsOf(text)).toEqual(words));

  test('stand where they say, in the text as it was written', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let from = 0;
        for (const { word, start, end } of tokensOf(text)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(fold(text.slice(start, end))).toBe(word);
          expect(word).not.toMatch(/[\s#]|^$/);
          from = end;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('are the same in a folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wordsOf(fold(text))).toEqual(wordsOf(text));
      }),
    );
  });
});
