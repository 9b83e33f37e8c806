import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast } from '../../../../test/cast.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
});
afterAll(() => app.close());

type Field = [name: string, value: string | Blob, fileName?: string];

function formOf(fields: Field[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of fields) {
    if (value instanceof Blob) form.append(name, value, fileName);
    else form.append(name, value);
  }
  return form;
}
const path = () => `/chats/${direct}/messages`;
const send = (...fields: Field[]) => cast.ana.request('POST', path(), formOf(fields));
const sendRaw = (body: string, kind: string) =>
  cast.ana.request('POST', path(), body, { 'content-type': kind });
const newest = async () =>
  (await cast.bruno.call(listMessages, { params: { chatId: direct } })).content.at(-1);

const text: Field[] = [
  ['type', 'TEXT'],
  ['content', 'Hola'],
];
const image = new Blob(['GIF89a'], { type: 'image/gif' });

describe('a TEXT as a multipart form', () => {
  test('is stored like one in JSON; unknown fields are ignored', async () => {
    const fields: Field[] = [
      ['type', 'TEXT'],
      ['content', 'uno\r\ndos ñ 👍'],
      ['referenceId', 'del-formulario'],
      ['groupUuid', cast.ventas.uuid],
      ['mentionedUserIds', '[]'],
    ];
    const reply = await send(...fields);
    expect(reply).toMatchObject({ status: 201, content: [{ referenceId: 'del-formulario' }] });
    expect(await newest()).toMatchObject({ content: 'uno\ndos ñ 👍', type: 'TEXT' });
    expect((await send(...fields)).status).toBe(200);
  });

  test('may carry its reference as an `Idempotency-Key`', async () => {
    const sendIt = () =>
      cast.ana.request('POST', path(), formOf(text), { 'idempotency-key': 'clave-de-formulario' });
    const [first, again] = [await sendIt(), await sendIt()];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.content).toEqual(first.content);
  });

  test('of 10 000 code points fits', async () => {
    expect((await send(['type', 'TEXT'], ['content', '👍'.repeat(10_000)])).status).toBe(201);
  });

  test('may leave mentionedUserIds empty or out', async () => {
    expect((await send(...text, ['mentionedUserIds', ''])).status).toBe(201);
    expect((await send(...text)).status).toBe(201);
  });

  test.each([
    '[',
    '7',
    '{}',
    '"a"',
    '["ana"]',
    '[1]',
    'null',
    '00000000-0000-4000-8000-000000000000',
  ])('cannot carry mentionedUserIds %j', async (mentions) => {
    const reply = await send(...text, ['mentionedUserIds', mentions]);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['mentionedUserIds']]);
  });

  test.each<[string, Field[], string]>([
    ['no content', [['type', 'TEXT']], 'content'],
    [
      'blank content',
      [
        ['type', 'TEXT'],
        ['content', ' \n '],
      ],
      'content',
    ],
    ['content twice', [...text, ['content', 'otra']], 'content'],
    [
      'content as a file',
      [
        ['type', 'TEXT'],
        ['content', image, 'a.gif'],
      ],
      'content',
    ],
    [
      'too long',
      [
        ['type', 'TEXT'],
        ['content', 'x'.repeat(10_001)],
      ],
      'content',
    ],
    [
      'NUL',
      [
        ['type', 'TEXT'],
        ['content', 'ho\u0000la'],
      ],
      'content',
    ],
    ['no type', [['content', 'Hola']], 'type'],
    ['an empty referenceId', [...text, ['referenceId', '']], 'referenceId'],
  ])('is 422 with %s', async (_, fields, field) => {
    const reply = await send(...fields);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
  });
});

describe('files that cannot be', () => {
  test.each<[string, Field[]]>([
    ['TEXT with a file', [...text, ['image', image, 'a.gif']]],
    ['TEXT with an empty file', [...text, ['image', new Blob([]), 'a.gif']]],
    ['TEXT with two files', [...text, ['image', image, 'a.gif'], ['image', image, 'b.gif']]],
    [
      'two files',
      [
        ['type', 'IMAGE'],
        ['image', image, 'a.gif'],
        ['image', image, 'b.gif'],
      ],
    ],
    [
      'an empty IMAGE',
      [
        ['type', 'IMAGE'],
        ['image', new Blob([]), 'a.gif'],
      ],
    ],
    [
      'an empty FILE',
      [
        ['type', 'FILE'],
        ['image', new Blob([]), 'a.txt'],
      ],
    ],
    [
      'FILE whose file is a text field',
      [
        ['type', 'FILE'],
        ['image', 'hola'],
      ],
    ],
  ])('%s: 422', async (_, fields) => {
    const before = await newest();
    const reply = await send(...fields);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).not.toEqual([]);
    expect(await newest()).toEqual(before);
  });
});

describe('a form that cannot be read', () => {
  const kind = 'multipart/form-data; boundary=x';
  const part = '--x\r\ncontent-disposition: form-data; name="type"\r\n\r\nTEXT\r\n';
  test.each([
    ['no boundary', 'multipart/form-data', part],
    ['no form at all', kind, 'hola'],
    ['cut off in a part', kind, '--x\r\ncontent-disposition: form-data; name="type"\r\n\r\nTE'],
    ['cut off in a header', kind, '--x\r\ncontent-dispo'],
    ['without its end', kind, part],
  ])('is 400: %s', async (_, contentType, body) => {
    expect(await sendRaw(body, contentType)).toMatchObject({ status: 400, statusCode: 400 });
  });

  test('a hundred fields are too many', async () => {
    const fields = Array.from({ length: 100 }, (_, i): Field => [`campo-${i}`, 'x']);
    const reply = await send(...text, ...fields);
    expect([400, 413, 422]).toContain(reply.status);
  });

  test('__proto__ as a field changes nothing', async () => {
    const reply = await send(...text, ['__proto__', 'x'], ['constructor', 'x']);
    expect(reply.status).toBeLessThan(500);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });
});

test('another kind of body is 415', async () => {
  for (const kind of ['text/plain', 'application/x-www-form-urlencoded', 'image/png']) {
    expect((await sendRaw('type=TEXT&content=Hola', kind)).status).toBe(415);
  }
});

test('who may not write gets 403 or 404 for a form as well, and nothing is stored', async () => {
  const before = await newest();
  expect((await app.elena.request('POST', path(), formOf(text))).status).toBe(403);
  expect((await cast.diego.request('POST', path(), formOf(text))).status).toBe(404);
  expect((await app.client().request('POST', path(), formOf(text))).status).toBe(401);
  expect(await newest()).toEqual(before);
});
