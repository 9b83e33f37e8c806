import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, type Query, type Term } from './parse-query.ts';

const MADRID = 'Europe/Madrid';
const NOW = new Date('2026-03-29T10:00:00Z');
const parse = (q: string, timeZone = MADRID): Query => parseQuery(q, timeZone, NOW);
const nothing: Query = {
  terms: [],
  excluded: [],
  from: [],
  in: [],
  has: [],
  since: null,
  until: null,
};
const word = (parts: string, isLast = true): Term => ({
  kind: 'word',
  parts: parts.split(' '),
  isLast,
});
const phrase = (parts: string): Term => ({ kind: 'phrase', parts: parts.split(' ') });

describe('words and phrases', () => {
  test.each<[string, Partial<Query>]>([
    ['Reunión', { terms: [word('reunion')] }],
    ['la  Reunión\t', { terms: [word('la', false), word('reunion')] }],
    ['FRA-2026/0113', { terms: [word('fra 2026 0113')] }],
    ['"Orden del día"', { terms: [phrase('orden del dia')] }],
    ['“orden del día”', { terms: [phrase('orden del dia')] }],
    ['«orden» "del"día', { terms: [phrase('orden'), phrase('del'), word('dia')] }],
    ['"orden del', { terms: [word('orden', false), word('del')] }],
    ['5" de', { terms: [word('5', false), word('de')] }],
    ['a"b c"', { terms: [word('a b', false), word('c')] }],
    ['👍🏽 -👎', { terms: [word('👍')], excluded: [word('👎', false)] }],
    ['-ventas', { excluded: [word('ventas', false)] }],
    ['-"Ventas Norte"', { excluded: [phrase('ventas norte')] }],
    ['--ventas', { excluded: [word('ventas', false)] }],
    ['-e-mail', { excluded: [word('e mail', false)] }],
    ['norte-sur', { terms: [word('norte sur')] }],
  ])('%j', (q, expected) => expect(parse(q)).toEqual({ ...nothing, ...expected }));

  test.each(['', ' ', '-', '"', '""', '-""', '" "', '%', '%'.repeat(200), '- - !', '\0', '\ud800'])(
    '%j asks for nothing',
    (q) => expect(parse(q)).toEqual(nothing),
  );
});

describe('operators', () => {
  test.each<[string, Partial<Query>]>([
    ['de:Ana', { from: ['ana'] }],
    ['DE:García de:yo de:yo', { from: ['garcia', 'yo'] }],
    ['de:"Ana  García"', { from: ['ana garcia'] }],
    ['de:ana@empresa.es', { from: ['ana@empresa.es'] }],
    ['en:"Ventas Norte"', { in: ['ventas norte'] }],
    ['en:«Ventas Norte»', { in: ['ventas norte'] }],
    ['tiene:Imagen tiene:vídeo', { has: ['image', 'video'] }],
    ['tiene:archivo tiene:audio tiene:enlace', { has: ['file', 'audio', 'link'] }],
    ['tiene:enlaces tiene:imágenes tiene:"archivos"', { has: ['link', 'image', 'file'] }],
  ])('%j', (q, expected) => expect(parse(q)).toEqual({ ...nothing, ...expected }));

  test.each<[string, string[]]>([
    ['de:', ['de']],
    ['de: ana', ['de', 'ana']],
    ['de:""', ['de']],
    ['tiene:algo', ['tiene algo']],
    ['tiene:constructor', ['tiene constructor']],
    ['antes:nunca', ['antes nunca']],
    ['antes:31-2-2026', ['antes 31 2 2026']],
    ['después:2026-13-01', ['despues 2026 13 01']],
    ['hora:12:30', ['hora 12 30']],
    ['https://empresa.es', ['https empresa es']],
  ])('%j is text', (q, words) => {
    const { terms, ...filters } = parse(q);
    expect(terms.map(({ parts }) => parts.join(' '))).toEqual(words);
    expect({ ...filters, terms: [] }).toEqual(nothing);
  });

  test('an operator is never excluded', () => {
    expect(parse('-de:ana')).toEqual({ ...nothing, excluded: [word('de ana', false)] });
  });

  test('a quote that nothing closes is no part of a value', () => {
    expect(parse('en:"Ventas Norte')).toEqual({
      ...nothing,
      in: ['ventas'],
      terms: [word('norte')],
    });
  });
});

describe('dates', () => {
  test.each([
    ['2026-11-03', '2026-11-02T23:00:00Z'],
    ['2026/11/03', '2026-11-02T23:00:00Z'],
    ['3-11-2026', '2026-11-02T23:00:00Z'],
    ['03/11/2026', '2026-11-02T23:00:00Z'],
    ['3.11.26', '2026-11-02T23:00:00Z'],
    ['2026-11', '2026-10-31T23:00:00Z'],
    ['29/02/2028', '2028-02-28T23:00:00Z'],
    ['hoy', '2026-03-28T23:00:00Z'],
    ['Ayer', '2026-03-27T23:00:00Z'],
    ['anteayer', '2026-03-26T23:00:00Z'],
  ])('%s begins at %s', (day, instant) => {
    expect(parse(`antes:${day}`)).toEqual({ ...nothing, until: new Date(instant) });
    expect(parse(`después:${day}`)).toEqual({ ...nothing, since: new Date(instant) });
    expect(parse(`DESPUES:"${day}"`).since).toEqual(new Date(instant));
  });

  test.each([
    [MADRID, '2026-03-29', '2026-03-28T23:00:00Z'],
    [MADRID, '2026-03-30', '2026-03-29T22:00:00Z'],
    [MADRID, '2026-10-25', '2026-10-24T22:00:00Z'],
    [MADRID, '2026-10-26', '2026-10-25T23:00:00Z'],
    ['UTC', '2026-10-25', '2026-10-25T00:00:00Z'],
    ['Atlantic/Canary', '2026-07-01', '2026-06-30T23:00:00Z'],
    ['America/Mexico_City', '2026-07-01', '2026-07-01T06:00:00Z'],
    ['Asia/Kolkata', '2026-07-01', '2026-06-30T18:30:00Z'],
    // The clocks there go from 23:59 to 1:00, and from 0:59 back to 0:00.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    // The day after the one that Samoa skipped when it crossed the date line.
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z'],
  ])('in %s %s begins at %s', (timeZone, day, instant) => {
    expect(parse(`antes:${day}`, timeZone).until).toEqual(new Date(instant));
  });

  test('of two of a kind the one that takes in more counts', () => {
    expect(parse('antes:2026-01-02 antes:2026-01-05 antes:2026-01-01').until).toEqual(
      new Date('2026-01-04T23:00:00Z'),
    );
    expect(parse('después:2026-01-02 después:2026-01-01 después:2026-01-05').since).toEqual(
      new Date('2025-12-31T23:00:00Z'),
    );
  });
});

test('whatever is typed, it is read', () => {
  const pieces = [
    '"',
    '-',
    ':',
    ' ',
    'de:',
    'en:"',
    'tiene:',
    'antes:',
    '2026-1-1',
    'ñ',
    '\0',
    '%',
  ];
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(typed, (q) => {
      const { terms, excluded } = parse(q);
      for (const { parts } of [...terms, ...excluded]) expect(parts).not.toHaveLength(0);
    }),
    { numRuns: 2_000 },
  );
});
