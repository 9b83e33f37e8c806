import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import {
  fetchFile,
  formOf,
  newestOf,
  picture,
  type SentFile,
  sendFile,
  sentFile,
  storedKeys,
} from '../../../../test/files.ts';

const LARGEST = 300_000;

let app: TestApp;
let cast: Cast;
let before: string[];
beforeAll(async () => {
  app = await startApp({ maxUploadBytes: LARGEST });
  cast = await gatherCast(app);
});
beforeEach(async () => {
  before = await storedKeys(app);
});
afterAll(() => app.close());

const send = (file: SentFile) => sendFile(cast.ana, cast.ventasChat, file);
const sent = (file: SentFile) => sentFile(cast.ana, cast.ventasChat, file);
const expectNothingStored = async () => expect(await storedKeys(app)).toEqual(before);

describe('a form', () => {
  test('may carry its fields in any order', async () => {
    const fields = {
      type: 'FILE',
      content: 'antes',
      referenceId: 'orden',
      groupUuid: cast.ventas.uuid,
    };
    const file = ['image', new Blob(['x']), 'a.txt'] as const;
    const texts = Object.entries(fields);
    for (const place of [0, 2, texts.length]) {
      const form = formOf([...texts.slice(0, place), [...file], ...texts.slice(place)]);
      form.set('referenceId', `orden-${place}`);
      const reply = await cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, form);
      expect(reply).toMatchObject({ status: 201, content: [{ referenceId: `orden-${place}` }] });
      expect(await newestOf(cast.bruno, cast.ventasChat)).toMatchObject({
        content: 'antes',
        fileName: 'a.txt',
      });
    }
  });

  test.each<[string, [string, string | Blob, string?][]]>([
    ['no file', [['type', 'FILE']]],
    [
      'an empty file',
      [
        ['type', 'FILE'],
        ['image', new Blob([]), 'a.txt'],
      ],
    ],
    [
      'two files',
      [
        ['type', 'FILE'],
        ['image', new Blob(['a']), 'a'],
        ['image', new Blob(['b']), 'b'],
      ],
    ],
    [
      'a TEXT with a file',
      [
        ['image', new Blob(['a']), 'a'],
        ['type', 'TEXT'],
        ['content', 'Hola'],
      ],
    ],
  ])('with %s is 422 on image and leaves nothing', async (_, fields) => {
    const reply = await cast.ana.request(
      'POST',
      `/chats/${cast.ventasChat}/messages`,
      formOf(fields),
    );
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['image']]);
    await expectNothingStored();
  });

  test('with a file under another name leaves nothing of it', async () => {
    const form = formOf([
      ['type', 'TEXT'],
      ['content', 'Hola'],
      ['otro', new Blob(['x']), 'a.txt'],
    ]);
    const reply = await cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, form);
    expect(reply.status).toBe(201);
    await expectNothingStored();
  });

  test('JSON cannot pretend to carry a file', async () => {
    const body = { type: 'FILE', image: { fileName: 'a', path: '/etc/passwd', size: 5 } };
    const reply = await cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, body);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['image']]);
  });
});

describe('the largest file', () => {
  test('still fits', async () => {
    const message = await sent({ bytes: Buffer.alloc(LARGEST, 1) });
    expect(message.fileSize).toBe(LARGEST);
  });

  test.each([LARGEST + 1, LARGEST * 20])('%i bytes are 413 and leave nothing', async (size) => {
    const reply = await send({ bytes: Buffer.alloc(size, 1) });
    expect(reply).toMatchObject({
      status: 413,
      statusCode: 413,
      message: 'El archivo supera el tamaño máximo de 0.29 MB',
    });
    await expectNothingStored();
  });
});

test('a slow line has the time for the largest file, but not for mere headers', () => {
  const { requestTimeout, headersTimeout } = app.app.http.server;
  expect(requestTimeout / 1_000).toBeGreaterThan(60 + LARGEST / 40_000);
  expect(headersTimeout).toBe(60_000);
});

describe('a name', () => {
  test.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['/srv/a.txt', 'a.txt'],
    ['..', 'archivo'],
    ['con\u202egnp.exe', 'congnp.exe'],
    ['uno\tdos.txt', 'unodos.txt'],
    [`${'ñ'.repeat(300)}.tar`, `${'ñ'.repeat(251)}.tar`],
    ['informe 👍 "final".pdf', 'informe 👍 "final".pdf'],
  ])('%j becomes %j', async (fileName, kept) => {
    expect((await sent({ fileName, bytes: 'x' })).fileName).toBe(kept);
  });

  test('that is missing is made up', async () => {
    const part = (head: string, body: string) =>
      `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const file = 'name="image"\r\nContent-Type: application/octet-stream';
    const body = `${part('name="type"', 'FILE')}${part(file, 'hola')}--x--\r\n`;
    const kind = { 'content-type': 'multipart/form-data; boundary=x' };
    const reply = await cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, body, kind);
    expect(reply.status).toBe(201);
    expect((await newestOf(cast.ana, cast.ventasChat))?.fileName).toBe('archivo');
  });
});

describe('the same referenceId again', () => {
  test('answers with the first message and keeps its file alone', async () => {
    const first = await send({ bytes: 'uno', referenceId: 'otra-vez' });
    const kept = await storedKeys(app);
    expect(kept.length).toBe(before.length + 1);
    const again = await send({ bytes: 'dos', referenceId: 'otra-vez' });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.content).toEqual(first.content);
    expect(await storedKeys(app)).toEqual(kept);
    const message = await newestOf(cast.bruno, cast.ventasChat);
    const read = await fetchFile(cast.bruno, message?.mediaUrl ?? null);
    expect(read.bytes.toString()).toBe('uno');
  });

  test('ten times at once stores one file', async () => {
    const bytes = await picture('png', 50, 50);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => send({ type: 'IMAGE', bytes, referenceId: 'a-la-vez' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect((await storedKeys(app)).length).toBe(before.length + 2);
  });
});

describe('who may not write', () => {
  /** Announces a large upload and sends only its beginning. */
  async function announce(token: string | undefined) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(
      [
        `POST /api/chats/${cast.ventasChat}/messages HTTP/1.1`,
        'Host: localhost',
        ...(token ? [`Authorization: Bearer ${token}`] : []),
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${LARGEST}`,
        '',
        '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nxxxx',
      ].join('\r\n'),
    );
    return socket;
  }

  test('is told so before their file has arrived', async () => {
    const callers = [
      [cast.diego.token, 404],
      [app.elena.token, 403],
      [undefined, 401],
    ] as const;
    for (const [token, status] of callers) {
      const socket = await announce(token);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      socket.destroy();
    }
    await expectNothingStored();
  });

  test('an upload that is broken off leaves nothing', async () => {
    const requests = app.app.http.server;
    const socket = await announce(cast.ana.token);
    const [request] = await once(requests, 'request');
    const ended = new Promise((resolve) => request.once('close', resolve));
    socket.destroy();
    await ended;
    await expect.poll(() => storedKeys(app)).toEqual(before);
  });
});
