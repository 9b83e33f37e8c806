import { Agent, request } from 'node:http';
import { getHealth } from '@chat/contract/system';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { openFakeS3 } from '../../test/fake-s3.ts';
import { headOf, openRawConnection } from '../../test/raw-connection.ts';
import { sendRaw } from '../../test/raw-http.ts';
import { readConfig } from '../config/env.ts';
import { createLog } from '../config/log.ts';

const TIMES = 300;
const AT_ONCE = 50;
// A line at once, and one for each minute that begins meanwhile.
const FEW = 20;

const lines: { msg: string; reason?: string; times?: number }[] = [];
let store: Awaited<ReturnType<typeof openFakeS3>>;
let app: TestApp;
beforeAll(async () => {
  store = await openFakeS3();
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const { s3 } = readConfig({ S3_URL: store.url });
  app = await startApp({ s3, trustProxy: true }, { log });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await app.close();
  await store.close();
});

async function often(work: (time: number) => Promise<unknown>, times = TIMES): Promise<void> {
  for (let time = 0; time < times; time += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(time + n)));
}

const login = { email: 'nadie@empresa.local', password: 'equivocada', deviceId: 'un-equipo' };

async function hangUp(): Promise<void> {
  const headers = ['Content-Type: application/json', 'Content-Length: 400'];
  const { socket, closed } = await openRawConnection(app.url);
  socket.end(headOf('POST /api/auth/login', headers, '{"email":'));
  await closed;
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
afterAll(() => agent.destroy());

/** A call by its exact parts; gives the status. */
const call = (path: string, { method = 'GET', headers = {}, body = '' }) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(new URL(app.url), { agent, path, method, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });

const json = { 'content-type': 'application/json' };
const socketPath = '/socket.io/?EIO=4&transport=polling';

const ways: [string, (time: number) => Promise<unknown>][] = [
  ['bodies that end in their midst', hangUp],
  ['what is no HTTP', () => sendRaw(app.url, 'HOLA\r\n\r\n')],
  [
    'bodies that cannot be read',
    () => call('/api/auth/login', { method: 'POST', headers: json, body: '{' }),
  ],
  [
    'bodies that are too large',
    () => call('/api/auth/login', { method: 'POST', headers: json, body: ' '.repeat(200_000) }),
  ],
  [
    'unknown hosts and paths',
    (time) => call(`/api/nada/${time}`, { headers: { host: `h${time}` } }),
  ],
  ['addresses that are none', (time) => call(`/api/%zz${time}`, {})],
  [
    'calls without a session',
    () => call('/api/users', { headers: { authorization: 'Bearer no' } }),
  ],
  [
    'sockets of foreign pages',
    () => call(socketPath, { headers: { origin: 'https://malo.example' } }),
  ],
  ['sockets without a session', () => call(socketPath, {})],
];

test.each(ways)('hundreds of %s are a few lines', async (_, work) => {
  await often(work);
  expect(lines.length).toBeLessThan(FEW);
});

test('hundreds of questions for the health while a part is away are a few lines', async () => {
  store.fail(true);
  const health = () => app.client().request('GET', getHealth.path);
  await often(health, 200);
  store.fail(false);
  expect(lines.map(({ msg }) => msg)).toContain('S3 does not answer');
  expect(lines.length).toBeLessThan(FEW);
});

test('sign-ins that fail have a line each, up to a hundred of one network and then some a minute', async () => {
  // One owner of an IPv6 network has as many addresses as they like.
  const signIn = (time: number) =>
    call('/api/auth/login', {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': `2001:db8:1:2::${time.toString(16)}` },
      body: JSON.stringify({ ...login, email: `nadie-${time}@empresa.local` }),
    });
  await often(signIn, 400);
  const failed = lines.filter(({ reason }) => reason === 'sign-in failed');
  expect(failed.length).toBeGreaterThanOrEqual(100);
  expect(lines.length).toBeLessThan(100 + FEW);
});
