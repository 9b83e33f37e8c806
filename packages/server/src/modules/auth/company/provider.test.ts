import { getConfig } from '@chat/contract/system';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patientTiming, startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import {
  atProvider,
  begin,
  finish,
  signInAt,
  walk,
} from '../../../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../../../test/company/lying-provider.ts';
import { type RealProvider, startRealProvider } from '../../../../test/company/real-provider.ts';
import { passSteps, stopClock } from '../../../../test/two-steps.ts';
import { defaultTiming } from '../../../config/timing.ts';

const timing = { ...patientTiming };
const AWAY = 'El servicio de tu cuenta de empresa no responde. Inténtalo de nuevo en unos minutos.';
const PUBLIC_URL = 'https://chat.empresa.es';
const REDIRECT_URI = `${PUBLIC_URL}/auth/oidc`;

describe.each([
  ['that tells at its userinfo address', {}],
  ['that tells in its tokens', { claimsInToken: true }],
  ['that takes the secret in the body alone', { way: 'client_secret_post' as const }],
])('a certified provider %s', (_, wishes) => {
  let provider: RealProvider;
  let app: TestApp;
  beforeAll(async () => {
    provider = await startRealProvider({ redirectUri: REDIRECT_URI, ...wishes });
    app = await startApp({ ...atProvider(provider), publicUrl: PUBLIC_URL });
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });

  test('signs a person in, and its code works once', async () => {
    const ana = await registerPerson(app, 'ana');
    provider.person = { id: 'a-1', email: ana.email, email_verified: true, given_name: 'Ana' };
    const { url, cookie } = await begin(app.client());
    const back = await walk(url, REDIRECT_URI);
    expect(back.iss).toBe(provider.issuer);
    const reply = await finish(app.client(), back, cookie);
    expect(reply).toMatchObject({ status: 200, content: { user: { uuid: ana.uuid } } });
    const again = await begin(app.client());
    const { state } = await walk(again.url, REDIRECT_URI);
    const used = await finish(app.client(), { ...back, state }, again.cookie);
    expect(used.status).toBe(401);
  });

  test('takes no code that has expired', async () => {
    const carla = await registerPerson(app, 'carla');
    provider.person = { id: 'c-1', email: carla.email, email_verified: true };
    const goOn = stopClock();
    const statusAfter = async (steps: number) => {
      const { url, cookie } = await begin(app.client());
      const back = await walk(url, REDIRECT_URI);
      passSteps(steps);
      return (await finish(app.client(), back, cookie)).status;
    };
    // The provider's codes live a minute.
    const statuses = [await statusAfter(1), await statusAfter(3)];
    goOn();
    expect(statuses).toEqual([200, 401]);
  });

  test('vouches for an e-mail or does not', async () => {
    const berta = await registerPerson(app, 'berta');
    provider.person = { id: 'b-1', email: berta.email, email_verified: false };
    const { url, cookie } = await begin(app.client());
    const reply = await finish(app.client(), await walk(url, REDIRECT_URI), cookie);
    expect(reply.status).toBe(403);
  });
});

describe('a provider that is away', () => {
  let provider: LyingProvider;
  let app: TestApp;
  let ana: Client;
  let account: { sub: string; email: string; email_verified: boolean };
  beforeAll(async () => {
    provider = await startLyingProvider();
    provider.manners['/.well-known/openid-configuration'] = 'reset';
    const settings = atProvider({ issuer: provider.issuer, ...provider.client });
    app = await startApp({ ...settings, timing });
    ana = await registerPerson(app, 'ana');
    account = { sub: 'sub-ana', email: ana.email, email_verified: true };
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });

  const beginAtOnce = () => {
    const client = app.client();
    return client.request('POST', '/auth/oidc', { deviceId: client.deviceId });
  };

  test('at the start does not hold it up, and passwords work', async () => {
    expect(await beginAtOnce()).toMatchObject({ status: 503, message: AWAY });
    expect((await app.client().login(ana.email)).status).toBe(200);
    expect((await app.client().call(getConfig, {})).content.oidcName).toBe('Acme');
    provider.manners['/.well-known/openid-configuration'] = undefined;
    expect((await signInAt(provider, app.client(), account)).status).toBe(200);
  });

  test.each([
    ['breaks the line', 'reset' as const],
    ['is out of order', { status: 502 }],
    ['has too many callers', { status: 429 }],
    ['answers without end', { status: 200, body: `{"a": "${'a'.repeat(300_000)}"}` }],
    ['answers no JSON', { status: 200, body: '<html>' }],
    ['sends the server elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1' } }],
  ])('since it %s, is known to be before anybody goes there', async (_, manner) => {
    provider.manners['/.well-known/openid-configuration'] = manner;
    expect(await beginAtOnce()).toMatchObject({ status: 503, message: AWAY });
    provider.manners['/.well-known/openid-configuration'] = undefined;
    expect((await beginAtOnce()).status).toBe(200);
  });

  test.each([
    ['token', 'reset' as const],
    ['token', { status: 500 }],
    ['keys', 'reset' as const],
    ['keys', { status: 503 }],
  ])('as somebody comes back (%s) is 503, and the next try works', async (path, manner) => {
    provider.rotateKeys();
    const { url, cookie } = await begin(app.client());
    const back = provider.visit(url, account);
    provider.manners[`/${path}`] = manner;
    const reply = await finish(app.client(), back, cookie);
    expect(reply).toMatchObject({ status: 503, message: AWAY });
    provider.manners[`/${path}`] = undefined;
    expect((await signInAt(provider, app.client(), account)).status).toBe(200);
  });

  test('as somebody comes back for the first time (userinfo) is 503, and the next try works', async () => {
    const { email, uuid } = await registerPerson(app, 'berta');
    provider.userinfo = { sub: 'sub-berta', email, email_verified: true };
    const signIn = () => signInAt(provider, app.client(), { sub: 'sub-berta' });
    for (const manner of ['reset' as const, { status: 500 }]) {
      provider.manners['/userinfo'] = manner;
      expect(await signIn()).toMatchObject({ status: 503, message: AWAY });
    }
    provider.manners['/userinfo'] = undefined;
    expect((await signIn()).content.user.uuid).toBe(uuid);
    provider.userinfo = undefined;
  });

  test('and silent keeps nobody waiting for more than 5 s', async () => {
    expect(defaultTiming.companyAnswerMs).toBe(4_000);
    const { url, cookie } = await begin(app.client());
    const back = provider.visit(url, account);
    const paths = ['/.well-known/openid-configuration', '/token'];
    for (const path of paths) provider.manners[path] = 'hang';
    timing.companyAnswerMs = 50;
    const [begun, finished, signedIn] = await Promise.all([
      beginAtOnce(),
      finish(app.client(), back, cookie),
      app.client().login(ana.email),
    ]);
    for (const path of paths) provider.manners[path] = undefined;
    timing.companyAnswerMs = patientTiming.companyAnswerMs;
    expect([begun.status, finished.status, signedIn.status]).toEqual([503, 503, 200]);
  });

  test('is asked once by all who begin at the same time', async () => {
    const asked = provider.asked.length;
    await Promise.all(Array.from({ length: 20 }, beginAtOnce));
    expect(provider.asked.length - asked).toBeLessThan(20);
  });
});
