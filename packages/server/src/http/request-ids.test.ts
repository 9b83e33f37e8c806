import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { createLog } from '../config/log.ts';

const UUID = /^[0-9a-f-]{36}$/;

let behindProxy: TestApp;
let direct: TestApp;
let otherProxy: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const log = createLog('info', { write: (line) => void logged.push(line) });
  behindProxy = await startApp({ trustProxy: ['127.0.0.1'] }, { log });
  direct = await startApp();
  otherProxy = await startApp({ trustProxy: ['10.0.0.0/8'] });
});
afterAll(() => Promise.all([behindProxy, direct, otherProxy].map((app) => app.close())));

async function idOf(app: TestApp, given: string): Promise<string | null> {
  const answer = await fetch(`${app.url}/api/config`, { headers: { 'x-request-id': given } });
  return answer.headers.get('x-request-id');
}

test.each([
  '3f2c8a4be2d94ac7a5b0fae1d2c3b4a5',
  'b2c1d0aa-6f0b-4b7e-9a51-6d2d3f0f3b10',
  'Root=1-67891233-abcdef012345678912345678',
])("a trusted proxy's id %s is kept", async (given) => {
  expect(await idOf(behindProxy, given)).toBe(given);
});

test.each([
  ['too short', 'abc'],
  ['too long', 'a'.repeat(129)],
  ['with a blank', 'abcdefgh ijkl'],
  ['with quotes', 'abcdefgh"},{"level":60'],
  ['of several', 'abcdefgh1, abcdefgh2'],
  ['empty', ''],
])('one that is %s is not', async (_, given) => {
  expect(await idOf(behindProxy, given)).toMatch(UUID);
});

test('nobody but a trusted proxy names requests', async () => {
  const given = '3f2c8a4be2d94ac7a5b0fae1d2c3b4a5';
  expect(await idOf(direct, given)).toMatch(UUID);
  expect(await idOf(otherProxy, given)).toMatch(UUID);
});

test('it stands in an answer 500 and in the log', async () => {
  behindProxy.ctx.presence.loggedOut = () => Promise.reject(new Error('broken'));
  const someone = await behindProxy.signIn(behindProxy.elena.email);
  const given = 'proxy-names-this-request';
  const reply = await someone.request('POST', '/auth/logout', undefined, { 'x-request-id': given });
  expect(reply).toMatchObject({ status: 500, requestId: given });
  const failed = logged.map((line) => JSON.parse(line)).find(({ reqId }) => reqId === given);
  expect(failed).toMatchObject({ level: 50, msg: 'request failed' });
});
