import { expect, it } from 'vitest';
import { groupLabel } from './words.ts';

it('names a group with its office and project', () => {
  const officine = { uuid: 'o', name: 'Lima', project: { uuid: 'p', name: 'Norte' } };
  expect(groupLabel({ name: 'Ventas', officine })).toBe('Ventas / Lima / Norte');
});

it('leaves out what a group lacks', () => {
  expect(groupLabel({ name: 'GENERAL', officine: null })).toBe('GENERAL');
});
