import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson } from '../../../../test/cast.ts';
import { atProvider, begin, finish } from '../../../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../../../test/company/lying-provider.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';

const RATE = 2;
let provider: LyingProvider;
let processes: Processes;
beforeAll(async () => {
  provider = await startLyingProvider();
  const settings = atProvider({ issuer: provider.issuer, ...provider.client });
  const publicUrl = 'http://localhost:3000';
  processes = await startProcesses({ ...settings, publicUrl, loginRate: RATE });
});
afterAll(async () => {
  await processes.close();
  await provider.stop();
});

test('a sign-in that was begun at one process ends at another, once at whichever', async () => {
  const { one, other } = processes;
  const ana = await registerPerson(one, 'ana');
  const account = { sub: 'sub-ana', email: ana.email, email_verified: true };
  const browser = one.client();
  const { url, cookie } = await begin(browser);
  const back = provider.visit(url, account);
  const replies = await Promise.all(
    [other, one, other].map((app) => finish(at(app, browser), back, cookie)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
});

test('what begins counts at all processes together', async () => {
  const { one, other } = processes;
  const client = one.client();
  const calls = Array.from({ length: 4 * 10 * RATE }, (_, index) =>
    at(index % 2 ? one : other, client).request('POST', '/auth/oidc', {
      deviceId: client.deviceId,
    }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  // The test before has begun one.
  expect(statuses.filter((status) => status === 200)).toHaveLength(10 * RATE - 1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3 * 10 * RATE + 1);
});
