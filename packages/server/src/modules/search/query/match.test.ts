import { describe, expect, test } from 'vitest';
import { hitsOf, marksOf } from './match.ts';
import { parseQuery } from './parse-query.ts';

/** The marked parts of a text; undefined if the search does not find the text. */
function found(q: string, text: string): string[] | undefined {
  const hits = hitsOf(text, parseQuery(q, 'Europe/Madrid'));
  return hits?.map(({ start, end }) => text.slice(start, end));
}

describe('a word', () => {
  test.each([
    ['reunion', 'La Reunión', ['Reunión']],
    ['reunión', 'la REUNION', ['REUNION']],
    ['ano', 'Feliz AÑO', ['AÑO']],
    ['año', 'ano', ['ano']],
    ['factura', 'las facturas', ['facturas']],
    ['luz', 'las luces', ['luces']],
    ['factur', 'la Prefactura', ['factur']],
    ['FACTUR', 'la Prefactúra', ['factúr']],
    ['actu', 'fa\u00adctu\u0301ra', ['a\u00adctu\u0301']],
    ['de x', 'x de Ana', ['x', 'de']],
    ['de x', 'denso x', undefined],
    ['a', 'a la casa', ['a']],
    ['👍', 'vale 👍🏽', ['👍🏽']],
    ['casa perro', 'casa', undefined],
    ['casa casas', 'la casa', ['casa']],
    ['tura factur', 'facturas', ['factura']],
    ['3', '13', undefined],
    ['011', 'FRA-0113', ['011']],
  ])('%j in %j', (q, text, marked) => expect(found(q, text)).toEqual(marked));

  test('that is typed last may be the beginning of another with two letters', () => {
    expect(found('casa de', 'casa denso')).toEqual(['casa', 'de']);
    expect(found('de casa', 'casa denso')).toBeUndefined();
    expect(found('d', 'de')).toBeUndefined();
    expect(found('en', 'cien')).toBeUndefined();
  });
});

describe('a word with signs inside', () => {
  test.each([
    ['FRA-2026/0113', 'la FRA-2026/0113.', ['FRA-2026/0113']],
    ['fra.2026', 'la FRA 2026', ['FRA', '2026']],
    ['FRA-2026', '2026-FRA', undefined],
    ['FRA-2026', 'FRA del 2026', undefined],
    ['ana@empresa.es', 'susana@empresa.es', ['ana@empresa.es']],
    ['empresa.com', 'ana@empresa.community', ['empresa.com']],
    ['empresa.es', 'empresa.eso', undefined],
    ['a-casa', 'va-casa', undefined],
    ['hispano-luso', 'las hispano-lusas', ['hispano-lusas']],
    ['fra-20-13', 'fra-2026-13', undefined],
    ["d'or", "l'Auditori d'Or", ["d'Or"]],
    ['C++', 'en C', ['C']],
  ])('%j in %j', (q, text, marked) => expect(found(q, text)).toEqual(marked));
});

describe('a phrase', () => {
  test.each([
    ['"orden del dia"', 'el Orden del Día', ['Orden', 'del', 'Día']],
    ['"orden del dia"', 'el orden\nde mi día; orden, del día', ['orden', 'del', 'día']],
    ['"orden"', 'las órdenes', undefined],
    ['"fact"', 'factura', undefined],
    ['"a a"', 'a a a', ['a', 'a', 'a']],
    ['"fra 2026"', 'FRA-2026', ['FRA-2026']],
  ])('%j in %j', (q, text, marked) => expect(found(q, text)).toEqual(marked));
});

describe('what is excluded', () => {
  test.each([
    ['-venta', 'compras', true],
    ['-venta', 'VENTAS', false],
    ['-venta', 'preventa', true],
    ['-ventas-norte', 'venta, norte', false],
    ['-ventas-norte', 'norte ventas', true],
    ['-"ventas norte"', 'Ventas Norte', false],
    ['-"ventas norte"', 'Venta Norte', true],
    ['casa -perro', 'casa', true],
    ['casa -perro', 'perro', false],
  ])('%j in %j', (q, text, isFound) => expect(found(q, text) !== undefined).toBe(isFound));
});

test('a query without words is found everywhere, and marks nothing', () => {
  expect(found('de:ana', 'lo que sea')).toEqual([]);
  expect(found('', '')).toEqual([]);
});

test('marks what there is of the terms, in order', () => {
  const { terms } = parseQuery('perro casa gato', 'UTC');
  expect(marksOf('la casa del perro', terms)).toEqual([
    { start: 3, end: 7 },
    { start: 12, end: 17 },
  ]);
});
