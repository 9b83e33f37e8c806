import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { registerPerson, registerUser, usersOf } from '../../test/cast.ts';
import {
  accountOf,
  atProvider,
  begin,
  finish,
  signInAt,
} from '../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../test/company/lying-provider.ts';
import { createLog } from '../config/log.ts';

const NOT_REGISTERED = 'Tu cuenta no está registrada aquí. Contacta con un administrador.';
const NOT_PROVEN = 'No se pudo comprobar tu cuenta. Inténtalo de nuevo.';
const stranger = { status: 403, message: NOT_REGISTERED, errors: {} };
const refused = { status: 401, message: NOT_PROVEN, errors: {} };

const logged: string[] = [];
let provider: LyingProvider;
let app: TestApp;
let erik: string;
beforeAll(async () => {
  provider = await startLyingProvider();
  const { oidc } = atProvider({ issuer: provider.issuer, ...provider.client });
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  app = await startApp({ oidc: oidc && { ...oidc, registersUnknown: true } }, { log });
  erik = await registerUser(app, 'erik');
});
beforeEach(() => {
  provider.discovery = {};
  provider.userinfo = undefined;
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

const emails = async () => (await usersOf(app.elena)).map(({ email }) => email);

describe("an e-mail that looks like somebody's", () => {
  let lookAlikes = 0;
  test.each([
    ['the Kelvin sign', 'eri\u212a@empresa.local'],
    ['a capital İ', 'er\u0130k@empresa.local'],
    ['a dotless ı', 'er\u0131k@empresa.local'],
    ['a Cyrillic е', '\u0435rik@empresa.local'],
    ['wide letters', '\uff45rik@empresa.local'],
    ['a wide @', 'erik\uff20empresa.local'],
    ['a long ſ in its domain', 'erik@empre\u017fa.local'],
    ['an accent of its own', 'e\u0301rik@empresa.local'],
    ['a ß', 'eri\u00dfk@empresa.local'],
    ['a character that nobody sees', 'erik\u200b@empresa.local'],
    ['a blank before it', ' erik@empresa.local'],
    ['a line break behind it', 'erik@empresa.local\n'],
    ['a NUL', 'erik\0@empresa.local'],
    ['a second address', 'erik@empresa.local,a@b.es'],
    ['a name before it', 'Erik <erik@empresa.local>'],
    ['a list', ['erik@empresa.local']],
  ])('by %s opens nothing and registers nobody', async (_, email) => {
    const before = await emails();
    const account = { sub: `sub-parecida-${++lookAlikes}`, email, email_verified: true };
    expect(await signInAt(provider, app.client(), account)).toMatchObject(stranger);
    expect(await emails()).toEqual(before);
  });
});

describe('an account', () => {
  test('is another one with another case of its subject, or with blanks around it', async () => {
    const { email, uuid } = await registerPerson(app, 'elsa');
    const account = accountOf(email, { sub: 'Sujeto-e' });
    expect((await signInAt(provider, app.client(), account)).status).toBe(200);
    for (const sub of ['sujeto-e', 'SUJETO-E', 'Sujeto-e ', ' Sujeto-e', 'Sujeto-e\t']) {
      const reply = await signInAt(provider, app.client(), { ...account, sub });
      expect([sub, reply.status]).toEqual([sub, sub.endsWith('\t') ? 401 : 403]);
    }
    const again = await signInAt(provider, app.client(), account);
    expect(again.content.user.uuid).toBe(uuid);
  });

  test("whose e-mail becomes an administrator's at the provider stays its person's", async () => {
    const person = await registerPerson(app, 'fina');
    const account = accountOf(person.email);
    await signInAt(provider, app.client(), account);
    const reply = await signInAt(provider, app.client(), { ...account, email: app.elena.email });
    expect(reply.content.user).toEqual(person.user);
  });

  test('of two that have the e-mail at the same instant, one is bound for ever', async () => {
    const { email, uuid } = await registerPerson(app, 'gala');
    const accounts = ['sub-una', 'sub-otra'].map((sub) => accountOf(email, { sub }));
    const signInBoth = () =>
      Promise.all(accounts.map((account) => signInAt(provider, app.client(), account)));
    const first = (await signInBoth()).map(({ status }) => status);
    expect(first.toSorted()).toEqual([200, 403]);
    const then = await signInBoth();
    expect(then.map(({ status }) => status)).toEqual(first);
    const winner = then.find(({ status }) => status === 200);
    expect(winner?.content.user.uuid).toBe(uuid);
  });

  test('of the same e-mail is registered once, whichever of two subjects comes first', async () => {
    const accounts = ['sub-1', 'sub-2'].map((sub) => accountOf('hugo@empresa.local', { sub }));
    const replies = await Promise.all(
      accounts.map((account) => signInAt(provider, app.client(), account)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect((await emails()).filter((email) => email === 'hugo@empresa.local')).toHaveLength(1);
  });
});

describe('a provider', () => {
  test.each(['jwks_uri', 'userinfo_endpoint'])(
    'is not asked over a line without TLS (%s)',
    async (name) => {
      // Keys that are known would not be asked for.
      provider.rotateKeys();
      const path = name === 'jwks_uri' ? '/keys' : '/userinfo';
      provider.discovery = { [name]: `${provider.issuer.replace('https:', 'http:')}${path}` };
      const account = { sub: `sub-${name}` };
      expect(await signInAt(provider, app.client(), account)).toMatchObject(refused);
    },
  );

  test.each(['none', 'HS256'])('that promises %s alone is not believed', async (alg) => {
    provider.discovery = { id_token_signing_alg_values_supported: [alg] };
    const signature = alg === 'none' ? 'none' : 'secret';
    const reply = await signInAt(provider, app.client(), accountOf(erik), { signature });
    expect(reply).toMatchObject(refused);
  });

  test.each([
    ['another one', () => 'https://otro.empresa.es'],
    ['itself with a / behind', () => `${provider.issuer}/`],
  ])('that promises no issuer and names %s is not believed (mix-up)', async (_, named) => {
    provider.discovery = { authorization_response_iss_parameter_supported: undefined };
    const { url, cookie } = await begin(app.client());
    const back = provider.visit(url, accountOf(erik));
    const asked = provider.asked.length;
    expect(await finish(app.client(), { ...back, iss: named() }, cookie)).toMatchObject(refused);
    expect(provider.asked.slice(asked)).not.toContain('/token');
  });
});

test('the page that people come back to is in no line of the log and in no Referer', async () => {
  const { url } = await begin(app.client());
  const { code, state } = provider.visit(url, accountOf(erik));
  const address = `${app.url}/auth/oidc?${new URLSearchParams({ code, state })}`;
  for (const method of ['GET', 'HEAD', 'POST']) {
    const { headers } = await fetch(address, { method });
    expect([method, headers.get('referrer-policy')]).toEqual([method, 'no-referrer']);
  }
  for (const secret of [code, state]) expect(logged.join('')).not.toContain(secret);
});

test('without https the cookie of an attempt is all but Secure', async () => {
  const { setCookie } = await begin(app.client());
  expect(setCookie).toMatch(
    /^chat_company_sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Strict$/,
  );
});
