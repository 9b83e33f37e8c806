import type { Readable } from 'node:stream';
import { logout } from '@chat/contract/auth/auth.routes';
import { getPersonalChat } from '@chat/contract/chats/chats.routes';
import { removeGroupParticipant } from '@chat/contract/groups/groups.routes';
import { blockUser, getCurrentUser } from '@chat/contract/users/users.routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { fetchFile, picture, sentFile } from '../../../test/files.ts';
import { NOBODY } from '../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
/** Of a message of Ana's in the group chat. */
let mediaUrl: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  const sent = await sentFile(cast.ana, cast.ventasChat, { bytes: '0123456789' });
  mediaUrl = sent.mediaUrl as string;
});
afterAll(() => app.close());

type Reader = Pick<Client, 'url' | 'token'>;
const statusFor = async (reader: Reader, url = mediaUrl, headers = {}) =>
  (await fetchFile(reader, url, headers)).status;

/** A participant of Ventas, and what his browser keeps. */
async function newcomer(name: string): Promise<{ person: Client; cookie: string }> {
  const person = await registerPerson(app, name);
  const userIds = [person.uuid];
  await app.elena.request('POST', `/groups/${cast.ventas.uuid}/users`, { userIds });
  const reply = await person.login(person.email);
  person.token = reply.content.accessToken;
  return { person, cookie: reply.headers.get('set-cookie')?.split(';')[0] as string };
}
const byCookie = (cookie: string) =>
  statusFor({ url: app.url, token: undefined }, mediaUrl, { cookie });

describe('who may read a file', () => {
  test('members of the chat and administrators, nobody else', async () => {
    expect(await statusFor(cast.bruno)).toBe(200);
    expect(await statusFor(cast.elena)).toBe(200);
    expect(await statusFor(cast.diego)).toBe(404);
    expect(await statusFor(app.client())).toBe(401);
  });

  test('in a personal chat its owner alone, administrators neither', async () => {
    const { content: chat } = await cast.ana.call(getPersonalChat, {});
    const { mediaUrl: own } = await sentFile(cast.ana, chat.uuid, { bytes: 'mío' });
    expect(await statusFor(cast.ana, own as string)).toBe(200);
    expect(await statusFor(cast.elena, own as string)).toBe(404);
    expect(await statusFor(cast.bruno, own as string)).toBe(404);
  });

  test('who is taken out of the group reads it no more, by header and by cookie', async () => {
    const { person, cookie } = await newcomer('gabriela');
    expect([await statusFor(person), await byCookie(cookie)]).toEqual([200, 200]);
    const params = { groupId: cast.ventas.uuid, userId: person.uuid };
    await app.elena.call(removeGroupParticipant, { params });
    expect([await statusFor(person), await byCookie(cookie)]).toEqual([404, 404]);
  });

  test('who is blocked has no session any more', async () => {
    const { person, cookie } = await newcomer('hugo');
    await app.elena.call(blockUser, { params: { userId: person.uuid } });
    expect([await statusFor(person), await byCookie(cookie)]).toEqual([401, 401]);
  });

  test('a file that is not there, and what is no uuid, are 404', async () => {
    for (const id of [NOBODY, 'no-uuid', '..%2f..%2fetc%2fpasswd']) {
      expect([id, await statusFor(cast.ana, `/api/files/${id}`)]).toEqual([id, 404]);
    }
  });

  test('a size that does not exist is 422', async () => {
    expect(await statusFor(cast.ana, `${mediaUrl}?size=huge`)).toBe(422);
  });
});

describe('the cookie of sign-in', () => {
  test('is for files alone and out of reach of scripts and other sites', async () => {
    const reply = await app.client().login('ana@empresa.local');
    const parts = reply.headers.get('set-cookie')?.split('; ') ?? [];
    expect(parts).toEqual(
      expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/api/files']),
    );
    expect(parts).not.toContain('Secure');
    const [, value] = (parts[0] as string).split('=');
    expect(value).not.toContain(reply.content.accessToken);
    const thief = app.client();
    thief.token = value;
    expect((await thief.call(getCurrentUser, {})).status).toBe(401);
    expect(await statusFor(thief)).toBe(401);
  });

  test('opens files, and no other door', async () => {
    const { cookie } = await newcomer('irene');
    expect(await byCookie(cookie)).toBe(200);
    const reply = await app.client().request('GET', '/users/me', undefined, { cookie });
    expect(reply.status).toBe(401);
  });

  test('counts for nothing beside a header, which decides', async () => {
    const { cookie } = await newcomer('jorge');
    for (const authorization of ['Bearer falso', 'Bearer ', 'Basic YTpi', 'x']) {
      const anybody = { url: app.url, token: undefined };
      const status = await statusFor(anybody, mediaUrl, { cookie, authorization });
      expect([authorization, status]).toEqual([authorization, 401]);
    }
    expect(await statusFor(cast.diego, mediaUrl, { cookie })).toBe(404);
    expect(await statusFor(cast.bruno, mediaUrl, { cookie: 'chat_files=falso' })).toBe(200);
  });

  test('is taken back at logout, and ends with its session whoever kept it', async () => {
    const { person, cookie } = await newcomer('karla');
    expect(await byCookie(cookie)).toBe(200);
    const reply = await person.call(logout, {});
    expect(reply.headers.get('set-cookie')).toMatch(/^chat_files=; Max-Age=0; Path=\/api\/files;/);
    expect(await byCookie(cookie)).toBe(401);
  });

  test('that names nothing is 401', async () => {
    for (const cookie of ['chat_files=', 'chat_files=falso', 'otra=1', ';;=']) {
      expect([cookie, await byCookie(cookie)]).toEqual([cookie, 401]);
    }
  });
});

test('the cookie is Secure where browsers call over https', async () => {
  const secure = await startApp({ publicUrl: 'https://chat.empresa.es' });
  const reply = await secure.client().login('elena@empresa.local');
  expect(reply.headers.get('set-cookie')).toContain('; Secure');
  await secure.close();
});

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
    const etag = first.headers.get('etag') as string;
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      expect(await statusFor(cast.bruno, mediaUrl, { 'if-none-match': known })).toBe(304);
    }
    expect(await statusFor(cast.bruno, mediaUrl, { 'if-none-match': '"x"' })).toBe(200);
    expect(await statusFor(cast.diego, mediaUrl, { 'if-none-match': etag })).toBe(404);
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
  const sent = await sentFile(cast.ana, cast.ventasChat, { bytes: Buffer.alloc(20 * 2 ** 20, 1) });
  const { storage } = app.ctx;
  const { read } = storage;
  const opened = new Promise<Readable>((resolve) => {
    storage.read = async (...asked) => {
      const stored = await read(...asked);
      if (stored) resolve(stored.bytes);
      return stored;
    };
  });
  const leaving = new AbortController();
  const authorization = `Bearer ${cast.bruno.token}`;
  await fetch(`${app.url}${sent.mediaUrl}`, { headers: { authorization }, signal: leaving.signal });
  const bytes = await opened;
  storage.read = read;
  const closed = new Promise((resolve) => bytes.once('close', resolve));
  leaving.abort();
  await closed;
  expect(bytes.readableEnded).toBe(false);
});

describe('what a browser may show in place', () => {
  const svg =
    '<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const mp4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(64)]);
  const kinds = async (): Promise<
    [string, Buffer | string, 'IMAGE' | 'VIDEO' | 'FILE', string, string][]
  > => [
    ['a.png', await picture('png'), 'IMAGE', 'inline', 'image/png'],
    ['a.jpg', await picture('jpeg'), 'FILE', 'inline', 'image/jpeg'],
    ['a.mp4', mp4, 'VIDEO', 'inline', 'video/mp4'],
    ['a.svg', svg, 'IMAGE', 'attachment', 'image/svg+xml'],
    ['a.png', svg, 'FILE', 'attachment', 'image/svg+xml'],
    [
      'a.png',
      '<html><script>alert(1)</script></html>',
      'FILE',
      'attachment',
      'application/octet-stream',
    ],
    ['a.html', '<!doctype html><svg></svg>', 'FILE', 'attachment', 'application/octet-stream'],
    ['a.pdf', '%PDF-1.7\n', 'FILE', 'attachment', 'application/pdf'],
    ['a.txt', 'hola', 'FILE', 'attachment', 'application/octet-stream'],
  ];

  test('is a raster image or a video by its bytes, whatever its name says', async () => {
    for (const [fileName, bytes, type, disposition, mediaType] of await kinds()) {
      const sent = await sentFile(cast.ana, cast.ventasChat, { fileName, bytes, type });
      for (const variant of ['', '?size=thumb']) {
        const { headers } = await fetchFile(cast.bruno, `${sent.mediaUrl}${variant}`);
        const [kind] = headers.get('content-disposition')?.split(';') ?? [];
        expect([fileName, kind]).toEqual([fileName, disposition]);
        if (variant === '') expect(headers.get('content-type')).toBe(mediaType);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toBe('sandbox');
      }
    }
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
