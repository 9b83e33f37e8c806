import { once } from 'node:events';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../test/cast.ts';
import {
  fetchFile,
  formOf,
  newestOf,
  picture,
  type SentFile,
  sendFile,
  sentFile,
  storedKeys,
} from '../../../test/files.ts';

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

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const bmp = () => {
  const header = Buffer.alloc(58);
  header.write('BM');
  header.writeUInt32LE(58, 2);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(7, 18);
  header.writeInt32LE(-5, 22);
  return header;
};

describe('an IMAGE', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'may be a %s, with its size and a small variant',
    async (format) => {
      const bytes = await picture(format, 900, 300);
      const message = await sent({ type: 'IMAGE', fileName: `a.${format}`, bytes });
      expect(message).toMatchObject({ mediaWidth: 900, mediaHeight: 300, fileSize: bytes.length });
      const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
      expect(thumb.headers.get('content-type')).toBe('image/webp');
      const { width, height } = await sharp(thumb.bytes).metadata();
      expect([width, height]).toEqual([480, 160]);
    },
  );

  test('is measured and made small as its camera was held', async () => {
    const upright = await sharp(await picture('jpeg', 800, 400))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const message = await sent({ type: 'IMAGE', fileName: 'foto.JPG', bytes: upright });
    expect([message.mediaWidth, message.mediaHeight]).toEqual([400, 800]);
    const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
    const { width, height } = await sharp(thumb.bytes).metadata();
    expect([width, height]).toEqual([240, 480]);
  });

  test('that is small already is not blown up', async () => {
    const message = await sent({ type: 'IMAGE', bytes: await picture('png', 20, 10) });
    const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
    expect((await sharp(thumb.bytes).metadata()).width).toBe(20);
  });

  test.each([
    ['svg', svg, null, null],
    ['svg', `\ufeff<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY a "b">]>\n${svg}`, null, null],
    ['bmp', bmp(), 7, 5],
  ])('may be a %s, which is its own small variant', async (ending, bytes, width, height) => {
    const message = await sent({ type: 'IMAGE', fileName: `a.${ending}`, bytes });
    expect([message.mediaWidth, message.mediaHeight]).toEqual([width, height]);
    const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
    expect(thumb.bytes.equals(Buffer.from(bytes))).toBe(true);
  });

  test('that breaks off or unfolds beyond measure is kept as it came, without a small variant', async () => {
    const whole = await picture('png', 400, 400);
    const bomb = await picture('png', 10, 10);
    // Its header says that it is this wide and this high, and is right by its checksum.
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    for (const bytes of [whole.subarray(0, 120), bomb]) {
      const message = await sent({ type: 'IMAGE', bytes });
      const thumb = await fetchFile(cast.bruno, `${message.mediaUrl}?size=thumb`);
      expect(thumb.bytes.equals(bytes)).toBe(true);
    }
  });

  test.each([
    ['text', 'hola'],
    ['HTML', '<html><svg></svg></html>'],
    ['a text that speaks of <svg>', 'mira: <svg></svg>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a program', Buffer.from('7f454c460201010000000000000000000200', 'hex')],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['a video', Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')],
  ])('cannot be %s, whatever its name and its sender say', async (_, bytes) => {
    const form = formOf([
      ['type', 'IMAGE'],
      ['image', new Blob([bytes], { type: 'image/png' }), 'a.png'],
    ]);
    const reply = await cast.ana.request('POST', `/chats/${cast.ventasChat}/messages`, form);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['image']]);
    await expectNothingStored();
  });
});

test('a VIDEO may be of any kind; what is none is given out as a file to keep', async () => {
  const sent = await send({ type: 'VIDEO', fileName: 'a.mp4', bytes: 'hola' });
  expect(sent.status).toBe(201);
});

test('a FILE may be anything', async () => {
  for (const bytes of ['hola', svg, await picture('png', 5, 5)]) {
    expect((await send({ type: 'FILE', bytes })).status).toBe(201);
  }
});

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
  /** Announces a large upload and sends but its beginning. */
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

  test('is told so before his file has arrived', async () => {
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
