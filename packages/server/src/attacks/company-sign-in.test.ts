import { createHash } from 'node:crypto';
import { forgetCompanyAccount } from '@chat/contract/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { registerPerson } from '../../test/cast.ts';
import { type Client, PASSWORD } from '../../test/client.ts';
import { atProvider, begin, finish, signInAt } from '../../test/company/company-browser.ts';
import {
  type Lie,
  type LyingProvider,
  startLyingProvider,
} from '../../test/company/lying-provider.ts';
import { createLog } from '../config/log.ts';
import { sql } from '../db/database.ts';

const NOT_PROVEN = 'No se pudo comprobar tu cuenta. Inténtalo de nuevo.';

const logged: string[] = [];
let provider: LyingProvider;
let app: TestApp;
let ana: Client;
let account: { sub: string; email: string; email_verified: boolean };
beforeAll(async () => {
  provider = await startLyingProvider();
  const at = atProvider({ issuer: provider.issuer, ...provider.client });
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  app = await startApp(at, { log });
  ana = await registerPerson(app, 'ana');
  account = { sub: 'sub-ana', email: ana.email, email_verified: true };
});
beforeEach(() => {
  provider.discovery = {};
  provider.ahead = 0;
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

const now = () => Math.floor(Date.now() / 1000);
const refused = { status: 401, message: NOT_PROVEN, errors: {} };

describe('a provider that lies', () => {
  test.each<[string, Lie]>([
    ['no signature', { signature: 'none' }],
    ['a signature by the secret of the client', { signature: 'secret' }],
    ['the signature of somebody else', { signature: 'forged' }],
    ['a key that the provider does not have', { header: { kid: 'otra' } }],
    ['another algorithm than its signature', { header: { alg: 'RS512' } }],
    ['a header that must be understood', { header: { crit: ['b64'] } }],
    ['another issuer', { claims: { iss: 'https://otro.empresa.es' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['another audience', { claims: { aud: 'otra-aplicacion' } }],
    ['no audience', { claims: { aud: undefined } }],
    [
      'an audience that another application was given',
      { claims: { aud: ['otra', 'chat'], azp: 'otra' } },
    ],
    ['another nonce', { claims: { nonce: 'n'.repeat(43) } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject without end', { claims: { sub: 's'.repeat(256) } }],
    ['a subject that no database takes', { claims: { sub: 'a\0b' } }],
    ['no end', { claims: { exp: undefined } }],
    ['an end that is no number', { claims: { exp: 'mañana' } }],
  ])('with %s proves nothing', async (_, lie) => {
    expect(await signInAt(provider, app.client(), account, lie)).toMatchObject(refused);
  });

  test.each(['none', 'HS256'])('that says it signs with %s is not believed', async (alg) => {
    provider.discovery = { id_token_signing_alg_values_supported: ['RS256', alg] };
    const signature = alg === 'none' ? 'none' : 'secret';
    expect(await signInAt(provider, app.client(), account, { signature })).toMatchObject(refused);
  });

  test.each([
    ['an answer that is no JSON', { status: 200, body: '<html>' }],
    ['a token that is none', { status: 200, body: '{"id_token": "a.b.c"}' }],
    ['a redirection', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a refusal', { status: 400, body: '{"error": "invalid_grant"}' }],
  ])('with %s proves nothing', async (_, manner) => {
    const { url, cookie } = await begin(app.client());
    provider.manners['/token'] = manner;
    const reply = await finish(app.client(), provider.visit(url, account), cookie);
    provider.manners['/token'] = undefined;
    expect(reply).toMatchObject(refused);
  });

  test('may be 2 minutes apart, and no more', async () => {
    for (const [iat, exp] of [
      [-400, -115],
      [115, 400],
    ] as const) {
      const claims = { iat: now() + iat, exp: now() + exp, nbf: now() + iat };
      const reply = await signInAt(provider, app.client(), account, { claims });
      expect(reply.status).toBe(200);
    }
    for (const claims of [
      { iat: now() - 400, exp: now() - 125 },
      { iat: now() + 125, exp: now() + 400 },
      { nbf: now() + 125, exp: now() + 400 },
    ]) {
      expect(await signInAt(provider, app.client(), account, { claims })).toMatchObject(refused);
    }
  });

  test('that changes its keys is understood at once, and the old ones are not', async () => {
    await signInAt(provider, app.client(), account);
    const asked = provider.asked.length;
    expect((await signInAt(provider, app.client(), account)).status).toBe(200);
    // Keys that are known are not asked for.
    expect(provider.asked.slice(asked)).not.toContain('/keys');
    provider.rotateKeys();
    expect((await signInAt(provider, app.client(), account)).status).toBe(200);
    const lie: Lie = { signature: 'forged' };
    expect(await signInAt(provider, app.client(), account, lie)).toMatchObject(refused);
  });

  test.each<[string, Record<string, unknown>]>([
    ['another issuer', { issuer: 'https://otro.empresa.es' }],
    ['no address to go to', { authorization_endpoint: undefined }],
    ['a script as the address to go to', { authorization_endpoint: 'javascript:alert(1)' }],
    ['an address without TLS', { authorization_endpoint: 'http://id.empresa.es/authorize' }],
  ])('of itself, with %s, sends nobody anywhere', async (_, words) => {
    provider.discovery = words;
    const client = app.client();
    const { deviceId } = client;
    const reply = await client.request('POST', '/auth/oidc', { deviceId });
    expect(reply.status).toBe(503);
    expect(reply.headers.get('set-cookie')).toBeNull();
  });

  test('and takes the code over a line without TLS gets none', async () => {
    provider.discovery = { token_endpoint: provider.issuer.replace('https:', 'http:') };
    const { url, cookie } = await begin(app.client());
    const reply = await finish(app.client(), provider.visit(url, account), cookie);
    expect(reply).toMatchObject(refused);
  });
});

describe('what comes back with the browser', () => {
  test('is good for one sign-in, at the same instant too', async () => {
    const { url, cookie } = await begin(app.client());
    const back = provider.visit(url, account);
    const replies = await Promise.all([1, 2, 3].map(() => finish(app.client(), back, cookie)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await finish(app.client(), back, cookie)).toMatchObject(refused);
  });

  test('is not good for another attempt: a code belongs to its challenge', async () => {
    const [one, other] = [await begin(app.client()), await begin(app.client())];
    const { code } = provider.visit(one.url, account);
    const { state, iss } = provider.visit(other.url, account);
    const reply = await finish(app.client(), { code, state, iss: iss ?? null }, other.cookie);
    expect(reply).toMatchObject(refused);
  });

  test('is nothing with a state that is unknown, used or of another browser', async () => {
    const { url, cookie } = await begin(app.client());
    const back = provider.visit(url, account);
    const { url: theirs } = await begin(app.client());
    const foreign = provider.visit(theirs, account).state;
    for (const state of ['desconocido', foreign, `${back.state} `, back.state.slice(0, -1)]) {
      expect(await finish(app.client(), { ...back, state }, cookie)).toMatchObject(refused);
    }
    // The refused calls have not used up the attempt.
    expect((await finish(app.client(), back, cookie)).status).toBe(200);
  });

  test('is nothing without its cookie or with the cookie of another browser', async () => {
    const [mine, attackers] = [await begin(app.client()), await begin(app.client())];
    const back = provider.visit(attackers.url, { ...account, sub: 'sub-atacante' });
    const made = `chat_company_sign_in=${'a'.repeat(43)}`;
    for (const cookie of ['', mine.cookie, made, 'chat_company_sign_in=']) {
      expect(await finish(app.client(), back, cookie)).toMatchObject(refused);
    }
  });

  test.each([
    ['another issuer', 'https://otro.empresa.es'],
    ['no issuer where the provider promises one', undefined],
    ['no issuer where the provider promises one', null],
  ])('is nothing with %s (mix-up)', async (_, iss) => {
    const { url, cookie } = await begin(app.client());
    const { code, state } = provider.visit(url, account);
    const asked = provider.asked.length;
    const back = { code, state, ...(iss !== undefined && { iss }) };
    expect(await finish(app.client(), back, cookie)).toMatchObject(refused);
    // The code has gone nowhere.
    expect(provider.asked.slice(asked)).not.toContain('/token');
  });

  test('may lack the issuer where the provider promises none', async () => {
    provider.discovery = { authorization_response_iss_parameter_supported: undefined };
    const { url, cookie } = await begin(app.client());
    const { code, state } = provider.visit(url, account);
    expect((await finish(app.client(), { code, state }, cookie)).status).toBe(200);
  });

  test('is nothing after 10 minutes', async () => {
    const { url, cookie } = await begin(app.client());
    const aged = sql`update sign_in_attempts set expires_at = expires_at - interval '10 minutes'`;
    await app.ctx.db.run(aged);
    expect(await finish(app.client(), provider.visit(url, account), cookie)).toMatchObject(refused);
  });

  test.each([
    ['code', { code: undefined }],
    ['code', { code: '' }],
    ['code', { code: 7 }],
    ['code', { code: 'c'.repeat(8_193) }],
    ['state', { state: undefined }],
    ['state', { state: ['a'] }],
    ['state', { state: 's'.repeat(513) }],
    ['iss', { iss: 7 }],
    ['iss', { iss: 'i'.repeat(2_049) }],
  ])('is 422 with a wrong %s', async (field, wrong) => {
    const { url, cookie } = await begin(app.client());
    const back = { ...provider.visit(url, account), ...wrong };
    const reply = await app.client().request('POST', '/auth/oidc/callback', back, { cookie });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
  });
});

test('no session that somebody brings along is the one that begins (session fixation)', async () => {
  const [attacker, victim] = [await registerPerson(app, 'mallory'), app.client()];
  const { url, cookie } = await begin(victim);
  const headers = { cookie, authorization: `Bearer ${attacker.token}` };
  const back = provider.visit(url, account);
  const path = '/auth/oidc/callback';
  const reply = await victim.request<{ accessToken: string }>('POST', path, back, headers);
  expect(reply.status).toBe(200);
  expect(reply.content.accessToken).not.toBe(attacker.token);
});

test('there is no address to come back to that a caller could choose (open redirect)', async () => {
  const client = app.client();
  const body = { deviceId: client.deviceId, redirectUri: 'https://mal.es', returnTo: '//mal.es' };
  const headers = { host: 'mal.es', 'x-forwarded-host': 'mal.es', origin: 'https://mal.es' };
  const reply = await client.request<{ url: string }>(
    'POST',
    '/auth/oidc?to=//mal.es',
    body,
    headers,
  );
  expect(reply.content.url).not.toContain('mal.es');
  const port = new URL(app.url).port;
  const to = new URL(reply.content.url).searchParams.get('redirect_uri');
  expect(to).toBe(`http://localhost:${port}/auth/oidc`);
});

test("a stolen administrator's session takes no account from anybody without the password", async () => {
  const berta = await registerPerson(app, 'berta');
  const theirs = { sub: 'sub-berta', email: berta.email, email_verified: true };
  await signInAt(provider, app.client(), theirs);
  const take = (body: { currentPassword?: string }) =>
    app.elena.call(forgetCompanyAccount, { params: { userId: berta.uuid }, body });
  for (const body of [{}, { currentPassword: 'otra-clave' }]) {
    const reply = await take(body);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['currentPassword']]);
  }
  const other = { ...theirs, sub: 'sub-otra' };
  expect((await signInAt(provider, app.client(), other)).status).toBe(403);
  expect((await take({ currentPassword: PASSWORD })).status).toBe(200);
  expect((await signInAt(provider, app.client(), other)).content.user.uuid).toBe(berta.uuid);
});

test('neither the log nor the database has a secret of a sign-in; the log has a line for each that failed', async () => {
  logged.length = 0;
  const { url, cookie } = await begin(app.client());
  const stored = await app.ctx.db.many(sql`select a::text from sign_in_attempts a`);
  const back = provider.visit(url, account);
  await finish(app.client(), back, cookie);
  const begun = await begin(app.client());
  const { state, iss } = provider.visit(begun.url, account);
  await finish(app.client(), { code: 'codigo-inventado', state, iss: iss ?? null }, begun.cookie);
  const lie: Lie = { claims: { aud: 'otra' } };
  await signInAt(provider, app.client(), account, lie);
  const lines: { msg: string; reason?: string }[] = logged.map((line) => JSON.parse(line));
  const reasons = lines
    .filter(({ msg }) => msg === 'a company sign-in was not proven')
    .map(({ reason }) => reason);
  expect(reasons).toEqual([
    'OAUTH_RESPONSE_BODY_ERROR invalid_grant',
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED aud',
  ]);
  const asked = new URL(url).searchParams;
  const secrets = [
    ...['state', 'nonce'].map((name) => asked.get(name) ?? ''),
    ...[back.code, 'codigo-inventado', cookie.split('=')[1] ?? '', 'acceso-secreto'],
    ...[provider.client.clientSecret, account.sub, 'never log'],
  ];
  const everything = logged.join('') + JSON.stringify(stored);
  for (const secret of secrets) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
  }
  const device = createHash('sha256').update('device').digest('hex');
  expect(everything).not.toContain(device);
});
