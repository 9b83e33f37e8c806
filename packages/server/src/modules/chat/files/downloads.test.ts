import { Readable } from 'node:stream';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { fetchFile, fetchThumbnail, picture, sentFile } from '../../../../test/files.ts';

let app: TestApp;
let cast: Cast;
/** The file of a message of Ana in the group chat. */
let mediaUrl: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  const sent = await sentFile(cast.ana, cast.ventasChat, { bytes: '0123456789' });
  mediaUrl = required(sent.mediaUrl, 'mediaUrl');
});
afterAll(() => app.close());

const statusFor = async (reader: Client, headers: Record<string, string>) =>
  (await fetchFile(reader, mediaUrl, headers)).status;

describe('parts of a file', () => {
  const part = async (range: string, headers: Record<string, string> = {}) => {
    const response = await fetchFile(cast.bruno, mediaUrl, { range, ...headers });
    return [response.status, response.headers.get('content-range'), response.bytes.toString()];
  };

  test.each([
    ['bytes=0-3', '0-3', '0123'],
    ['bytes=4-', '4-9', '456789'],
    ['bytes=-3', '7-9', '789'],
    ['bytes=8-99', '8-9', '89'],
    ['bytes=-99', '0-9', '0123456789'],
  ])('%s', async (range, given, bytes) => {
    expect(await part(range)).toEqual([206, `bytes ${given}/10`, bytes]);
  });

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is 416', async (range) => {
    const [status, given] = await part(range);
    expect([status, given]).toEqual([416, 'bytes */10']);
  });

  test.each(['bytes=0-1,4-5', 'bytes=5-2', 'bytes=-', 'lines=0-1', 'bytes=a-b'])(
    '%s is answered with the whole',
    async (range) => expect(await part(range)).toEqual([200, null, '0123456789']),
  );

  test('are not joined with those of another file', async () => {
    expect(await part('bytes=0-3', { 'if-range': '"otro"' })).toEqual([200, null, '0123456789']);
  });
});

describe('a browser that has the file', () => {
  test('is told so, after its right was asked for again', async () => {
    const first = await fetchFile(cast.bruno, mediaUrl);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = required(first.headers.get('etag'), 'etag');
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      expect(await statusFor(cast.bruno, { 'if-none-match': known })).toBe(304);
    }
    expect(await statusFor(cast.bruno, { 'if-none-match': '"x"' })).toBe(200);
    expect(await statusFor(cast.diego, { 'if-none-match': etag })).toBe(404);
  });

  test('gets no word of keeping a refusal', async () => {
    const response = await fetchFile(cast.diego, mediaUrl);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('may ask for the headers alone', async () => {
    const response = await fetchFile(cast.bruno, mediaUrl, {}, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '10']);
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect((await fetchFile(cast.diego, mediaUrl, {}, 'HEAD')).status).toBe(404);
  });
});

test('a file is closed when its reader goes away', async () => {
  const sent = await sentFile(cast.ana, cast.ventasChat, { bytes: Buffer.alloc(2 ** 20, 1) });
  const { storage } = app.ctx;
  const { read } = storage;
  // A file that does not end: sockets may hold megabytes of one that does, and it would be read to its end.
  const bytes = new Readable({ read() {} });
  bytes.push(Buffer.alloc(2 ** 16, 1));
  const closed = new Promise((resolve) => bytes.once('close', resolve));
  storage.read = async (...asked) => {
    const stored = await read(...asked);
    stored?.bytes.destroy();
    return stored && { ...stored, bytes };
  };
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${cast.bruno.token}` };
  const { status } = await fetch(`${app.url}${sent.mediaUrl}`, { headers, signal: leaving.signal });
  storage.read = read;
  expect(status).toBe(200);
  expect(bytes.destroyed).toBe(false);
  leaving.abort();
  await closed;
});

const svg =
  '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

const dispositionOf = (headers: Headers) => headers.get('content-disposition')?.split(';')[0];

function expectHarmless(headers: Headers): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe('sandbox');
}

describe('what a browser may show in place', () => {
  const mp4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(64)]);
  const kinds = async (): Promise<
    [string, Buffer | string, 'IMAGE' | 'VIDEO' | 'FILE', string, string][]
  > => [
    ['a.png', await picture('png'), 'IMAGE', 'inline', 'image/png'],
    ['a.jpg', await picture('jpeg'), 'FILE', 'inline', 'image/jpeg'],
    ['a.mp4', mp4, 'VIDEO', 'inline', 'video/mp4'],
    ['a.svg', svg, 'IMAGE', 'attachment', 'image/svg+xml'],
    ['a.png', svg, 'FILE', 'attachment', 'application/octet-stream'],
    [
      'a.png',
      '<html><script>alert(1)</script></html>',
      'FILE',
      'attachment',
      'application/octet-stream',
    ],
    ['a.html', '<!doctype html><svg></svg>', 'FILE', 'attachment', 'text/html'],
    ['a.pdf', '%PDF-1.7\n', 'FILE', 'attachment', 'application/pdf'],
    ['a.txt', 'hola', 'FILE', 'attachment', 'text/plain'],
  ];

  test('is a raster image or a video by its bytes, whatever its name says', async () => {
    for (const [fileName, bytes, type, disposition, mediaType] of await kinds()) {
      const sent = await sentFile(cast.ana, cast.ventasChat, { fileName, bytes, type });
      const { headers } = await fetchFile(cast.bruno, sent.mediaUrl);
      expect([fileName, dispositionOf(headers)]).toEqual([fileName, disposition]);
      expect(headers.get('content-type')).toBe(mediaType);
      expectHarmless(headers);
    }
  });
});

/** The beginning of a ZIP, which all of these are inside. */
const zip = Buffer.from('504b0304140000000800', 'hex');
const office = 'application/vnd.openxmlformats-officedocument';

test.each([
  ['Acta.docx', zip, `${office}.wordprocessingml.document`],
  ['Cuentas.XLSX', zip, `${office}.spreadsheetml.sheet`],
  ['Presentación.pptx', zip, `${office}.presentationml.presentation`],
  ['acta.v2.odt', zip, 'application/vnd.oasis.opendocument.text'],
  ['libro.epub', zip, 'application/epub+zip'],
  ['reparto.apk', zip, 'application/vnd.android.package-archive'],
  ['reparto.jar', zip, 'application/java-archive'],
  ['todo.zip', zip, 'application/zip'],
  ['foto.heic', Buffer.from('000000186674797068656963', 'hex'), 'image/heic'],
  ['notas.txt', '%PDF-1.7\n', 'text/plain'],
  ['Acta.docx.qqq', zip, 'application/octet-stream'],
  ['docx', zip, 'application/octet-stream'],
  ['a.xml', '<a/>', 'application/xml'],
  ['a.xht', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/xhtml+xml'],
  // A name alone makes nothing a picture, a sound, or what a page runs or is styled by.
  ['a.mp3', zip, 'application/octet-stream'],
  ['a.mp4', '%PDF-1.7\n', 'application/octet-stream'],
  ['a.mjs', 'alert(1)', 'application/octet-stream'],
  ['a.css', '*{display:none}', 'application/octet-stream'],
])('%s, which is only saved, is of the kind of its extension', async (fileName, bytes, type) => {
  const sent = await sentFile(cast.ana, cast.ventasChat, { fileName, bytes });
  const { headers } = await fetchFile(cast.bruno, sent.mediaUrl);
  expect([sent.mimeType, headers.get('content-type')]).toEqual([type, type]);
  expect(dispositionOf(headers)).toBe('attachment');
  expectHarmless(headers);
});

describe('the small variant of an image', () => {
  test.each([
    ['png', 'inline', 'image/webp'],
    ['svg', 'inline', 'image/webp'],
  ] as const)('of a %s is %s', async (ending, disposition, mediaType) => {
    const bytes = ending === 'svg' ? svg : await picture('png');
    const sent = await sentFile(cast.ana, cast.ventasChat, { type: 'IMAGE', bytes });
    const { headers } = await fetchThumbnail(cast.bruno, sent.mediaUrl);
    expect([dispositionOf(headers), headers.get('content-type')]).toEqual([disposition, mediaType]);
    expectHarmless(headers);
  });
});

test.each([
  ['informe.pdf', 'filename="informe.pdf"; filename*=UTF-8\'\'informe.pdf'],
  ['año ñ.txt', 'filename="a_o _.txt"; filename*=UTF-8\'\'a%C3%B1o%20%C3%B1.txt'],
  ['dice "hola".txt', 'filename="dice _hola_.txt"; filename*=UTF-8\'\'dice%20%22hola%22.txt'],
  ['100%25 (1).txt', 'filename="100_25 (1).txt"; filename*=UTF-8\'\'100%2525%20%281%29.txt'],
])('%s is saved under its name', async (fileName, expected) => {
  const sent = await sentFile(cast.ana, cast.ventasChat, { fileName, bytes: 'x' });
  expect(sent.fileName).toBe(fileName);
  const { headers } = await fetchFile(cast.bruno, sent.mediaUrl);
  expect(headers.get('content-disposition')).toBe(`attachment; ${expected}`);
});
