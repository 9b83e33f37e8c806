import { expect, it } from 'vitest';
import { firstOfLast, toDay } from '../../shared/format/time.ts';
import { noFilters, type SearchFilters, toQuery, typesFilters } from './search-view.ts';

const queryOf = (text: string, changes: Partial<SearchFilters> = {}) => {
  const query = toQuery(text, { ...noFilters, ...changes });
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
};

it('asks for words alone where no filter is set', () => {
  expect(queryOf('acta reunión')).toEqual({ q: 'acta reunión' });
});

it('asks for a chat, or for a group with all its chats', () => {
  const place = { id: 'uno', name: 'Ventas' };
  expect(queryOf('acta', { place: { ...place, kind: 'chat' } })).toEqual({
    q: 'acta',
    chatId: 'uno',
  });
  expect(queryOf('acta', { place: { ...place, kind: 'group' } })).toEqual({
    q: 'acta',
    groupId: 'uno',
  });
});

it('asks for kinds by the operator, with words or without', () => {
  expect(queryOf('acta', { kind: 'imagen' })).toEqual({ q: 'acta tiene:imagen' });
  expect(queryOf('', { kind: 'enlace' })).toEqual({ q: 'tiene:enlace' });
});

it.each([
  'de:ana',
  'acta EN:"Ventas Norte"',
  'después:ayer',
  'despue\u0301s:ayer acta',
  'acta -mayo',
])('knows filters that are typed: %s', (text) => expect(typesFilters(text)).toBe(true));

it.each(['acta de ayer', 'fra-2026', 'sede:central', 'de: ana', '"nos vemos"', 'acta -'])(
  'knows words that are none: %s',
  (text) => expect(typesFilters(text)).toBe(false),
);

it('includes the last day that was chosen', () => {
  const days = { since: '2026-02-01', until: '2026-02-28' };
  expect(queryOf('', { ...days, from: { id: 'ana', name: 'ana@empresa.local' } })).toEqual({
    q: '',
    from: 'ana',
    since: '2026-02-01',
    until: '2026-03-01',
  });
});

it.each([
  ['2026-11-23', '2026-11-23'],
  ['', null],
  ['0202-11-23', null],
  ['12026-11-23', null],
])('a date field that holds %j gives %j', (typed, day) => {
  expect(toDay(typed)).toBe(day);
});

it('counts today among the last days', () => {
  const now = new Date(2026, 2, 3, 23, 59);
  expect(firstOfLast(1, now)).toBe('2026-03-03');
  expect(firstOfLast(7, now)).toBe('2026-02-25');
});
