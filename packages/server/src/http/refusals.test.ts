import { listUsers } from '@chat/contract/users';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast } from '../../test/cast.ts';
import { openSocket } from '../../test/socket-client.ts';
import { createLog } from '../config/log.ts';

const lines: string[] = [];
const refused = () =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('refused'));

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) });
  app = await startApp({ loginRate: 2, trustProxy: true }, { log });
  cast = await gatherCast(app);
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => app.close());

test('each failed sign-in stands in the log by address and account, not by what was typed', async () => {
  const body = { email: cast.ana.email, password: 'casi-la-mía', deviceId: 'un-equipo-cualquiera' };
  const from = { 'x-forwarded-for': '203.0.113.9' };
  const known = await app.client().request('POST', '/auth/login', body, from);
  const typed = { ...body, email: 'mi-clave-por-error' };
  await app.client().request('POST', '/auth/login', typed, from);
  const line = {
    level: 40,
    reason: 'sign-in failed',
    address: '203.0.113.9',
    method: 'POST',
    route: '/api/auth/login',
  };
  expect(refused()).toEqual([
    expect.objectContaining({
      ...line,
      userId: cast.ana.uuid,
      reqId: known.headers.get('x-request-id'),
    }),
    expect.objectContaining(line),
  ]);
  expect(refused()[1]).not.toHaveProperty('userId');
  expect(lines.join('')).not.toMatch(/ana@|casi-la-mía|mi-clave/);
});

test('who may not do something stands in the log by address, account and route, a flood of it once', async () => {
  for (const _ of [1, 2, 3]) {
    expect((await cast.diego.call(listUsers, {})).status).toBe(403);
  }
  expect(refused()).toEqual([
    expect.objectContaining({
      reason: 'not allowed',
      address: '127.0.0.1',
      userId: cast.diego.uuid,
      route: '/api/users',
    }),
  ]);
});

test('a call without a session is no refusal: every page makes one when its session has ended', async () => {
  expect((await app.client().call(listUsers, {})).status).toBe(401);
  expect(refused()).toEqual([]);
});

test('a socket from a foreign page stands in the log', async () => {
  const headers = { origin: 'https://malo.example', 'x-forwarded-for': '203.0.113.10' };
  const opening = openSocket(app.url, { token: cast.ana.token }, headers);
  await expect(opening).rejects.toThrow();
  expect(refused()).toEqual([
    expect.objectContaining({ reason: 'foreign origin', address: '203.0.113.10' }),
  ]);
});

test('what was not told singly is told when the server ends, by how often it was', async () => {
  const own: string[] = [];
  const log = createLog('info', { write: (line) => void own.push(line) });
  const short = await startApp({ loginRate: 1 }, { log });
  for (const _ of [1, 2, 3, 4]) await short.client().login('nadie@empresa.local', 'equivocada');
  await short.close();
  const lines = own.map((line) => JSON.parse(line)).filter(({ reason }) => reason);
  expect(lines.map(({ msg, reason, times }) => [msg, reason, times])).toEqual([
    ['refused', 'sign-in failed', undefined],
    ['refused', 'too many requests', undefined],
    ['refused again', 'too many requests', 2],
  ]);
});
