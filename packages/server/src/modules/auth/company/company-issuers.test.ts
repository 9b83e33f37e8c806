import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { PASSWORD } from '../../../../test/client.ts';
import {
  accountOf,
  atProvider,
  begin,
  finish,
  signInAt,
} from '../../../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../../../test/company/lying-provider.ts';

// The company changes its provider, and changes back.

let first: LyingProvider;
let second: LyingProvider;
let app: TestApp;
const at = ({ issuer, client }: LyingProvider) => atProvider({ issuer, ...client });
const changeTo = async (provider: LyingProvider) => {
  app = await app.restart(undefined, at(provider));
};
beforeAll(async () => {
  [first, second] = await Promise.all([startLyingProvider(), startLyingProvider()]);
  app = await startApp(at(first));
});
beforeEach(() => changeTo(first));
afterAll(async () => {
  await app.close();
  await Promise.all([first.stop(), second.stop()]);
});

test('each issuer has accounts of its own: the same subject at another one is not the same person', async () => {
  const [ana, bruno] = [await registerPerson(app, 'ana'), await registerPerson(app, 'bruno')];
  const old = accountOf(ana.email, { sub: 'sujeto-1' });
  await signInAt(first, app.client(), old);

  await changeTo(second);
  // The new provider counts its people anew.
  const brunos = await signInAt(second, app.client(), accountOf(bruno.email, { sub: 'sujeto-1' }));
  expect(brunos.content.user.uuid).toBe(bruno.uuid);
  const anas = await signInAt(second, app.client(), accountOf(ana.email, { sub: 'sujeto-2' }));
  expect(anas.content.user.uuid).toBe(ana.uuid);
  // Each is bound there for good.
  const moved = await signInAt(second, app.client(), { sub: 'sujeto-1', email: ana.email });
  expect(moved.content.user.uuid).toBe(bruno.uuid);
  const heir = accountOf(ana.email, { sub: 'sujeto-3' });
  expect((await signInAt(second, app.client(), heir)).status).toBe(403);

  await changeTo(first);
  const again = await signInAt(first, app.client(), { ...old, email: bruno.email });
  expect(again.content.user.uuid).toBe(ana.uuid);
});

test('what began at one issuer does not end at the next', async () => {
  const { email } = await registerPerson(app, 'carla');
  const { url, cookie } = await begin(app.client());
  const back = first.visit(url, accountOf(email));
  await changeTo(second);
  expect((await finish(app.client(), back, cookie)).status).toBe(401);
  const next = await signInAt(second, app.client(), accountOf(email));
  expect(next.status).toBe(200);
});

test('to forget a person’s account forgets those of every issuer, with one entry', async () => {
  const { email, uuid } = await registerPerson(app, 'diego');
  const old = accountOf(email, { sub: 'sub-vieja' });
  await signInAt(first, app.client(), old);
  await changeTo(second);
  await signInAt(second, app.client(), old);
  const body = { currentPassword: PASSWORD };
  await app.elena.request('DELETE', `/users/${uuid}/company-sign-in`, body);
  for (const provider of [second, first]) {
    await changeTo(provider);
    const account = accountOf(email, { sub: 'sub-nueva' });
    const { content } = await signInAt(provider, app.client(), account);
    expect(content.user.uuid).toBe(uuid);
  }
  const entries = await auditEvents(app.elena, { userId: uuid, action: 'COMPANY_UNBOUND' });
  expect(entries).toMatchObject([{ actorId: app.elena.uuid, targetId: uuid }]);
});
