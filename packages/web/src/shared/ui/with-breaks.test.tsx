import { required } from '@chat/contract/checks';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { withBreaks } from './with-breaks.tsx';

const show = (text: string) => {
  const { container } = render(<p>{withBreaks(text)}</p>);
  return required(container.firstElementChild, 'firstElementChild');
};
const marked = (text: string) => show(text).innerHTML.replaceAll('<wbr>', '|');

afterEach(cleanup);

it('breaks an e-mail before its @ and its dots, and nothing else', () => {
  expect(marked('ana.gomez@mi-empresa.local')).toBe('ana|.gomez|@mi-empresa|.local');
  expect(marked('ana@empresa.local dejará de tener acceso. Seguro.')).toBe(
    'ana|@empresa|.local dejará de tener acceso. Seguro.',
  );
  expect(marked('Responsable de climatización. Madrid')).toBe(
    'Responsable de climatización. Madrid',
  );
});

it('breaks words that are too long for a column, between letters and not within them', () => {
  const long = '👍🏽'.repeat(4) + 'a'.repeat(30);
  expect(show(`${long} fin`).querySelectorAll('wbr').length).toBeGreaterThan(2);
  expect(marked('otorrinolaringológicamente')).toContain('|');
  expect(marked('Administración Península')).toBe('Administración Península');
});

it('leaves the text as it is', () => {
  for (const text of ['a@b.c', ' hola  ana@empresa.local\n', '@', 'a'.repeat(100), '', '..@..'])
    expect(show(text).textContent).toBe(text);
});
