import { expect, test } from 'vitest';
import { plainName } from './file-card.tsx';

test.each([
  ['foto\u202egnp.exe', 'fotognp.exe'],
  ['\u2067foto.exe\u2069.png', 'foto.exe.png'],
  ['in\u200bforme.pdf', 'informe.pdf'],
  ['تقرير.pdf', 'تقرير.pdf'],
  ['\u202e', '?'],
])('%j reads %j', (name, shown) => {
  expect(plainName(name)).toBe(shown);
});
