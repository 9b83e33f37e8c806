import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as getClear } from 'node:http';
import { get } from 'node:https';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type SecureVersion, connect as secure } from 'node:tls';
import { getPersonalChat } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Application, administrator } from '../../lab/machines/application.ts';
import { Caddy } from '../../lab/machines/caddy.ts';
import { Nginx } from '../../lab/machines/nginx.ts';
import { httpTexts } from '../../packages/server/src/shared/http.texts.ts';
import { answerTo } from '../../packages/server/test/answer-to.ts';
import { sendFile } from '../../packages/server/test/files.ts';
import { headOf } from '../../packages/server/test/raw-connection.ts';
import { type LiveClient, openSocket } from '../../packages/server/test/socket-client.ts';
import { findNginx } from '../../scripts/lib/find-program.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { makeCertificate } from '../../scripts/lib/make-certificate.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { DistantClient } from './distant-client.ts';

// More than nginx lets through of its own accord.
const LARGE = 3 * 2 ** 20;

interface Proxy {
  port: number;
  clearPort: number;
  authority: string;
}

// By this name each proxy tells a request from others.
const IDS: Record<string, RegExp> = { nginx: /^[0-9a-f]{32}$/, Caddy: /^[0-9a-f-]{36}$/ };

const folder = mkdtempSync(join(tmpdir(), 'web-chat-deploy-'));
const proxies: Record<string, Proxy> = {};
const running: { stop(): Promise<unknown> }[] = [];
let application: Application;

beforeAll(async () => {
  const port = await freePort();
  application = new Application({
    dataDir: join(folder, 'data'),
    // More than the examples let through, so that it is they who refuse.
    settings: { PORT: `${port}`, TRUST_PROXY: '1', LOGIN_RATE: '1', MAX_UPLOAD_MB: '40' },
  });
  running.push(application);
  await Promise.all([application.start(), startNginx(port), startCaddy(port)]);
});

async function startNginx(target: number): Promise<void> {
  const home = join(folder, 'nginx');
  const [tls, clearPort] = await Promise.all([makeCertificate(folder), freePort()]);
  const clearAt = `127.0.0.1:${clearPort}`;
  const nginx = await Nginx.make(home, { targets: [target], tls, clearAt });
  running.push(nginx);
  await nginx.start();
  proxies.nginx = { port: nginx.port, clearPort, authority: tls.certificate };
}

async function startCaddy(target: number): Promise<void> {
  const caddy = await Caddy.make(join(folder, 'caddy'), [target]);
  running.push(caddy);
  await caddy.start();
  proxies.Caddy = caddy;
}

afterAll(async () => {
  await Promise.all(running.map((machine) => machine.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['nginx', 'Caddy'])('with the example for %s', (name) => {
  const proxy = () => required(proxies[name], 'proxy');
  const authority = () => readFileSync(proxy().authority, 'utf8');
  const client = (from?: string) =>
    new DistantClient(`https://localhost:${proxy().port}`, authority(), from);
  const elena = () => client().signIn(administrator.email, administrator.password);

  async function connect(person: DistantClient, transports: string[]): Promise<LiveClient> {
    const auth = { token: person.token };
    // As a browser tells it: only the page's own address may.
    const origin = { origin: person.url };
    const live = await openSocket(person.url, auth, origin, { ca: authority(), transports });
    const register = { accessToken: person.token, userId: person.uuid };
    expect(await live.emit('register', register)).toEqual({ ok: true });
    return live;
  }

  /** Asks for a sign-in and keeps all but the first byte; `status` is the answer's, or none where the line just ends. */
  function beginInVain() {
    const aim = { port: proxy().port, host: '127.0.0.1', localAddress: '127.0.0.4' };
    const line = secure({ socket: dial(aim), servername: 'localhost', ca: authority() });
    line.on('error', () => {});
    const json = ['Content-Type: application/json', 'Content-Length: 500'];
    line.write(headOf('POST /api/auth/login', json, '{'));
    const status = new Promise<string>((resolve) => {
      line.once('data', (data: Buffer) => resolve(String(data).slice(9, 12)));
      line.once('close', () => resolve('none'));
    });
    return { line, status };
  }

  test('what comes in the clear is sent on to https', async () => {
    const asking = getClear({ port: proxy().clearPort, headers: { host: 'localhost' } });
    const response = await answerTo(asking);
    response.resume();
    expect([301, 308]).toContain(response.statusCode);
    expect(response.headers.location).toMatch(/^https:\/\/localhost/);
  });

  test('a file of several megabytes reaches its chat, and sockets of both beginnings hear of it', async () => {
    const person = await elena();
    const direct = await connect(person, ['websocket']);
    const polling = await connect(person, ['polling', 'websocket']);
    const chat = await person.call(getPersonalChat, {});
    const reply = await sendFile(person, chat.content.uuid, { bytes: Buffer.alloc(LARGE, 1) });
    expect(reply.status).toBe(201);
    for (const live of [direct, polling]) {
      expect(await live.waitFor('message')).toMatchObject({ fileSize: LARGE });
      live.close();
    }
  });

  test('others come in while one address begins bodies that do not come', async () => {
    const lines = Array.from({ length: 110 }, () => beginInVain());
    expect((await elena()).token).toEqual(expect.any(String));
    // Caddy answers nobody before it has read their body.
    if (name === 'nginx') {
      const statuses = await Promise.all(lines.map(({ status }) => status));
      expect(statuses.filter((status) => status === '429')).toHaveLength(10);
      expect(statuses.filter((status) => /^(408|none)$/.test(status))).toHaveLength(100);
    }
    for (const { line } of lines) line.destroy();
  });

  test('a file beyond what it takes is refused with a sentence, in the form of the chat', async () => {
    const person = await elena();
    const chat = await person.call(getPersonalChat, {});
    const bytes = Buffer.alloc(27 * 2 ** 20);
    const refused = await sendFile(person, chat.content.uuid, { bytes });
    const { tooLarge: message } = httpTexts;
    expect(refused).toMatchObject({ status: 413, message, errors: {}, statusCode: 413 });
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('a request has its name from the proxy, whatever name the caller gives it', async () => {
    const given = 'a-name-of-my-own';
    const answer = await client().request('GET', '/config', undefined, { 'x-request-id': given });
    const own = answer.headers.get('x-request-id');
    expect(own).toMatch(required(IDS[name], name));
    const second = await client().request('GET', '/config');
    expect(second.headers.get('x-request-id')).not.toBe(own);
  });

  test('the cookie by which a socket finds its process again is out of the reach of scripts and of the clear', async () => {
    const answer = await client().request('GET', '/config');
    const [cookie = ''] = answer.headers
      .getSetCookie()
      .filter((one) => one.startsWith('chat_way='));
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
      expect(cookie.split('; ')).toContain(part);
    }
  });

  test('no line is taken under the old versions of TLS', async () => {
    const answers = (version: SecureVersion) =>
      new Promise((resolve) => {
        const { port } = proxy();
        const range = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
        const line = secure({ port, servername: 'localhost', ca: authority(), ...range });
        line.once('secureConnect', () => line.end(() => resolve(true)));
        line.once('error', () => resolve(false));
      });
    expect(await answers('TLSv1.1')).toBe(false);
    expect(await answers('TLSv1.2')).toBe(true);
    expect(await answers('TLSv1.3')).toBe(true);
  });

  test('while the chat starts anew calls get a sentence and the page asks again, and then all is as before', async () => {
    await application.stop();
    const away = await client().request('GET', '/config');
    expect(away).toMatchObject({ status: 502, statusCode: 502, errors: {} });
    expect(away.message).toBe(
      'El servidor se está iniciando. Intenta nuevamente en unos segundos.',
    );
    expect(away.headers.get('retry-after')).toBe('2');
    const opening = await answerTo(
      get(`https://localhost:${proxy().port}/chats`, { ca: authority(), family: 4 }),
    );
    expect(opening.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(await text(opening)).toMatch(
      /http-equiv="refresh" content="3".*se carga de nuevo por sí/,
    );
    await application.start();
    // Both leave a process alone for 2 s that has just refused.
    await expect.poll(async () => (await client().request('GET', '/config')).status).toBe(200);
  });

  test('callers are told apart by their own address, whatever they say of it', async () => {
    const email = `nadie-${name}@empresa.local`;
    const attempt = async (from: string, headers = {}) => {
      const body = { email, password: 'equivocada', deviceId: 'un-equipo-cualquiera' };
      return (await client(from).request('POST', '/auth/login', body, headers)).status;
    };
    expect(await attempt('127.0.0.2')).toBe(401);
    expect(await attempt('127.0.0.2', { 'x-forwarded-for': '127.0.0.9' })).toBe(429);
    expect(await attempt('127.0.0.3')).toBe(401);
  });
});

test("with what nginx's example says, Debian's own settings hold thousands of sockets", async () => {
  const [, limit = '', files = ''] =
    /^# {3}(sed -i .*) \/etc\/nginx\/nginx\.conf\n# {3}(echo .*) > \S+$/m.exec(
      readFileSync(inRepo('deploy/nginx/chat.conf'), 'utf8'),
    ) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-nginx-'));
  const settings = join(folder, 'nginx.conf');
  const modules = join(folder, 'chat.conf');
  const debians = `include ${modules};\nevents {\n\tworker_connections 768;\n\t# multi_accept on;\n}\n`;
  writeFileSync(settings, `pid ${folder}/pid;\n${debians}http {}\n`);
  expect(await run('sh', ['-c', `${limit} ${settings} && ${files} > ${modules}`])).toMatchObject({
    code: 0,
  });
  const { code, output } = await run(findNginx(), ['-e', 'stderr', '-T', '-c', settings]);
  expect([code, output]).toEqual([0, expect.stringContaining('worker_connections 16384;')]);
  expect(output).toContain('worker_rlimit_nofile 40000;');
  rmSync(folder, { recursive: true });
});
