import { login } from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import type { Route } from '@chat/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast } from '../../test/cast.ts';
import { fetchFile, sentFile } from '../../test/files.ts';
import { sendRaw, statusesIn } from '../../test/raw-http.ts';
import { NOBODY } from '../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
let cookie: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  const reply = await app.client().login(app.elena.email);
  cookie = firstOf(reply.headers.get('set-cookie')?.split(';'));
});
afterAll(() => app.close());

const addressOf = ({ path }: Route) => `/api${path.replace(/:\w+/g, NOBODY)}`;
const needSession = () => app.app.routes.filter(({ access }) => access !== 'public');

describe('a page of somebody else, in the browser of an administrator who is signed in', () => {
  test('gets nothing done with their cookie: it opens files and no other door', async () => {
    for (const route of needSession()) {
      if (route.path.startsWith('/files/')) continue;
      const answer = await fetch(`${app.url}${addressOf(route)}`, {
        method: route.method,
        headers: { cookie, origin: 'https://malo.example' },
      });
      expect([route.name, answer.status]).toEqual([route.name, 401]);
    }
  });

  test('is never allowed to read an answer, nor to send what a browser asks about first', async () => {
    for (const route of app.app.routes) {
      const headers = { origin: 'https://malo.example', 'access-control-request-method': 'PUT' };
      const answer = await fetch(`${app.url}${addressOf(route)}`, { method: 'OPTIONS', headers });
      expect([route.name, answer.status]).toEqual([route.name, 404]);
      const granted = [...answer.headers.keys()].filter((name) =>
        name.startsWith('access-control'),
      );
      expect(granted).toEqual([]);
    }
    const plain = await fetch(`${app.url}/api/config`, {
      headers: { origin: 'https://malo.example' },
    });
    expect(plain.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot sign anybody in with a form of the kind %s',
    async (kind) => {
      const { email, deviceId } = cast.ana;
      const body = JSON.stringify({ email, password: 'secreta-123', deviceId });
      const headers = { 'content-type': kind };
      const reply = await app.client().request('POST', login.path, body, headers);
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([415, null]);
    },
  );
});

describe('what a browser is told about every answer', () => {
  const paths = ['/', '/groups/x', '/api/config', '/api/nowhere', '/api/users'];

  test('scripts and styles come from us alone, nobody frames us, and no kind is guessed', async () => {
    for (const path of paths) {
      const { headers } = await fetch(`${app.url}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'self'")]);
      expect(policy).not.toMatch(/unsafe-eval|\*|https?:|wss?:/);
      const scripts = policy.split(';').find((part) => part.startsWith('script-src ')) ?? '';
      expect(scripts).not.toContain('unsafe');
      for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(policy).toContain(directive);
      }
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('permissions-policy')).toMatch(/^microphone=\(self\), camera=\(\), /);
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test('the page that explains the API runs scripts of ours alone, too', async () => {
    const { headers } = await fetch(`${app.url}/api/docs`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self'/);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https?:)/);
  });
});

describe('one connection, two readings', () => {
  const get = 'GET /api/config HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const post = (...headers: string[]) =>
    ['POST /api/auth/login HTTP/1.1', 'Host: a', 'Content-Type: application/json', ...headers].join(
      '\r\n',
    );
  const tries: [string, string][] = [
    [
      'a length and chunks',
      `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`,
    ],
    [
      'chunks and a length',
      `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${post('Content-Length: 2', 'Content-Length: 70')}\r\n\r\n{}`],
    ['a list of lengths', `${post('Content-Length: 2, 70')}\r\n\r\n{}`],
    ['a signed length', `${post('Content-Length: +2')}\r\n\r\n{}`],
    ['a coding nobody knows', `${post('Transfer-Encoding: xchunked')}\r\n\r\n0\r\n\r\n`],
    [
      'chunks twice',
      `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity')}\r\n\r\n0\r\n\r\n`,
    ],
    ['a space before the colon', `${post('Transfer-Encoding : chunked')}\r\n\r\n0\r\n\r\n`],
    [
      'a folded line',
      `${post('Transfer-Encoding:\r\n chunked', 'Content-Length: 4')}\r\n\r\n0\r\n\r\n`,
    ],
    ['a chunk of no size', `${post('Transfer-Encoding: chunked')}\r\n\r\nzz\r\n\r\n`],
    ['NUL in a header', `${post('X-A: \u0000')}\r\n\r\n`],
    ['no HTTP', 'HOLA\r\n\r\n'],
  ];

  test.each(tries)(
    '%s: one refusal, and what follows is not read as a request',
    async (_, bytes) => {
      const answer = await sendRaw(app.url, bytes + get);
      expect(statusesIn(answer)).toEqual([400]);
      expect(answer).toContain('"message":"La petición no se puede leer"');
    },
  );

  test('headers without end are refused', async () => {
    const answer = await sendRaw(app.url, `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}`);
    expect(statusesIn(answer)).toEqual([431]);
  });
});

describe('names that are addresses', () => {
  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/emojis/../../../package.json',
    '/assets/emojis/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    '//etc/passwd',
    '/.env',
    '/assets/%00',
    '/api/files/..%2f..%2fpackage.json',
    '/api/docs/static/..%2f..%2f..%2fpackage.json',
  ])('%s leads nowhere outside', async (path) => {
    const answer = await sendRaw(
      app.url,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).not.toMatch(/"workspaces"|"dependencies"|root:|DATABASE_URL/);
  });

  test.each([
    'a\r\nX-Evil: 1.txt',
    'a%0D%0AX-Evil: 1.txt',
    'a"; filename="b.html',
    "a'; filename*=UTF-8''b.html",
    'a\u2028X-Evil: 1',
    'a;\\"b',
    '\u202elmth.txt',
    '💣".svg',
  ])('a file called %j puts nothing into the headers of its download', async (fileName) => {
    const sent = await sentFile(cast.ana, cast.ventasChat, { fileName, bytes: 'x' });
    const { headers } = await fetchFile(cast.bruno, sent.mediaUrl);
    expect(headers.get('x-evil')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.!~*%-]*$/,
    );
  });
});
