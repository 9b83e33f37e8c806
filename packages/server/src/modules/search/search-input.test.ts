import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import { search, searchAll, textsFound } from '../../../test/search.ts';
import { untilIndexed } from '../../../test/search-index.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  await sendText(
    cast.ana,
    cast.ventasChat,
    'Un 100% de "descuento" en C:\\ventas_norte (de la web) 👍',
  );
  await untilIndexed(app.ctx.db);
});
afterAll(() => app.close());

const TEXT = 'Un 100% de "descuento" en C:\\ventas_norte (de la web) 👍';

describe('refused with 422 and a reason in Spanish:', () => {
  test.each([
    ['nothing at all', {}, 'Escribe qué buscar'],
    ['an empty text', { q: '' }, 'Escribe qué buscar'],
    ['a blank text', { q: ' \t\n\u3000' }, 'Escribe qué buscar'],
    ['characters that nobody sees', { q: '\u200b\u00ad' }, 'Escribe qué buscar'],
    ['a page of nothing', { size: '10' }, 'Escribe qué buscar'],
    ['NUL', { q: 'hola\u0000' }, 'El texto contiene caracteres no válidos'],
    ['more than 200 characters', { q: 'x'.repeat(201) }, 'No puede exceder los 200 caracteres'],
    ['as many emoji', { q: '👍'.repeat(201) }, 'No puede exceder los 200 caracteres'],
  ])('%s', async (_, asked, reason) => {
    const reply = await search(cast.ana, asked);
    expect([reply.status, reply.message, reply.errors]).toEqual([422, reason, { q: [reason] }]);
  });

  test('a parameter that comes twice', async () => {
    const reply = await cast.ana.request('GET', '/search/messages?q=uno&q=dos');
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['q']]);
  });
});

test('200 characters are counted as people count them, without what surrounds them', async () => {
  expect((await search(cast.ana, `  ${'👍'.repeat(200)}  `)).status).toBe(200);
});

describe('searched as text, never an error:', () => {
  test.each([
    '"',
    '""',
    '" "',
    '-',
    '--',
    '-"',
    '-""',
    'de:',
    'de:""',
    'en:',
    'tiene:',
    'tiene:algo',
    'antes:',
    'antes:nunca',
    'después:2025-99-99',
    ':',
    ':::',
    '*',
    '%',
    '_',
    '\\',
    "'",
    "''",
    "'; --",
    '(',
    ')',
    '!',
    '&',
    '|',
    '<->',
    'a:*',
    ' & ',
    '#c1',
    '#s1',
    '#',
    '$1',
    '{}',
    '?',
    '¿?',
    '…',
    '-de:ana',
    '-tiene:imagen',
    '👨‍👩‍👧',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '\u0301',
    'ﷺ',
    'ß',
    'İ',
    'ŉ',
    '１２３',
    'null',
    'undefined',
    '__proto__',
    'toString',
    'de:__proto__',
    'tiene:constructor',
  ])('%j', async (q) => {
    const reply = await search(cast.ana, q);
    expect([reply.status, Array.isArray(reply.content)]).toEqual([200, true]);
  });

  test.each(['%', '_', '"', '-', '👍', 'a ', 'de ', '- ', '"a" ', '-a ', 'x.', 'ñ', '漢', '\\'])(
    '%j over and over',
    async (piece) => {
      const q = [...piece.repeat(200)].slice(0, 200).join('');
      expect([piece, (await search(cast.ana, q)).status]).toEqual([piece, 200]);
    },
  );

  test('whatever somebody types', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        '"',
        '-',
        'de:',
        'en:',
        'tiene:',
        'antes:',
        'después:',
        ' ',
        '%',
        "'",
        '\\',
        'ventas',
      ),
    );
    const typed = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const q = [...text.replaceAll('\u0000', '').toWellFormed()].slice(0, 200).join('');
        const [reply, ofAll] = [await search(cast.ana, q), await searchAll(cast.elena, q)];
        expect([200, 422]).toContain(reply.status);
        expect(ofAll.status).toBe(reply.status);
        if (reply.status === 422) expect(reply.message).toBe('Escribe qué buscar');
      }),
      { numRuns: 150 },
    );
  });

  test('signs stand for nothing: they find what is between them', async () => {
    for (const q of [
      '100%',
      '%',
      'c:\\ventas',
      'ventas_norte',
      '"100% de"',
      '(de',
      '%escuent%',
      "'web'",
    ]) {
      const isSignsAlone = !/[\p{L}\p{N}]/u.test(q);
      expect([q, await textsFound(app, cast.ana, q)]).toEqual([q, isSignsAlone ? [] : [TEXT]]);
    }
  });

  test('words of nothing but signs find nothing, and beside others they are left out', async () => {
    expect(await textsFound(app, cast.ana, '… ¿? %')).toEqual([]);
    expect(await textsFound(app, cast.ana, '… descuento ¿?')).toEqual([TEXT]);
    expect(await textsFound(app, cast.ana, { q: '…', chatId: cast.ventasChat })).toEqual([TEXT]);
  });

  test('stop words are words', async () => {
    expect(await textsFound(app, cast.ana, 'de la')).toEqual([TEXT]);
    expect(await textsFound(app, cast.ana, '"de la web"')).toEqual([TEXT]);
    expect(await textsFound(app, cast.ana, 'de los')).toEqual([]);
  });
});
