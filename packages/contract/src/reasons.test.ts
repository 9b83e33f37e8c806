import { expect, test } from 'vitest';
import { reasonText } from './forms.ts';

const amongLetters = (text: string, unseen: string) => [...text].join(unseen);

test.each([
  ['nine letters and blanks side by side', amongLetters('12345', '   ')],
  ['what nobody sees after them', `123456789${'\u200b'.repeat(20)}`],
  ['what nobody sees among them', amongLetters('123456789', '\u200b')],
  ['accents upon one letter', `e${'\u0301'.repeat(20)}`],
  ['patterns without a dot', `123456789${'\u2800'.repeat(20)}`],
  ['control characters', `123456789${'\u0001'.repeat(20)}`],
  ['emojis of several parts', '👩🏽‍👩🏽‍👧🏽'.repeat(9)],
  ['more than 500', 'x'.repeat(501)],
  ['an endless text of what nobody sees', `1234567890${'\u200b'.repeat(2_000)}`],
])(
  'a reason of fewer than 10, or more than 500 characters that are seen is refused: %s',
  (_, reason) => {
    const refused = reasonText.safeParse(reason).error;
    expect(refused?.issues.map(({ message }) => message)).toEqual([
      'El motivo debe tener entre 10 y 500 caracteres',
    ]);
  },
);

test.each([
  ['10', '1234567890'],
  ['10 with what nobody sees among them', amongLetters('1234567890', '\u200b')],
  ['10 emojis of several parts', '👩🏽‍👩🏽‍👧🏽'.repeat(10)],
  ['500', 'ñ'.repeat(500)],
  ['500 with accents of their own', 'e\u0301'.repeat(500)],
  ['500 and what nobody sees', `${'x'.repeat(500)}\u200b`],
])('one between them is kept as it was written: %s', (_, reason) => {
  expect(reasonText.parse(`  ${reason}\n`)).toBe(reason);
});
