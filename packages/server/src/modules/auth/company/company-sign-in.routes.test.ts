import { listAuditEvents } from '@chat/contract/audit';
import { beginCompanySignIn } from '@chat/contract/auth';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { atProvider, begin, finish, signInAt } from '../../../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../../../test/company/lying-provider.ts';
import { sql } from '../../../db/database.ts';

const NOT_REGISTERED = 'Tu cuenta no está registrada aquí. Contacta con un administrador.';
const NOT_PROVEN = 'No se pudo comprobar tu cuenta. Inténtalo de nuevo.';

let provider: LyingProvider;
let app: TestApp;
let people = 0;
beforeAll(async () => {
  provider = await startLyingProvider();
  const at = atProvider({ issuer: provider.issuer, ...provider.client });
  app = await startApp({ ...at, publicUrl: 'https://chat.empresa.es' });
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

/** Somebody registered here, and their account at the provider. */
async function someone(name = `persona${++people}`) {
  const person = await registerPerson(app, name);
  return { person, account: { sub: `sub-${name}`, email: person.email, email_verified: true } };
}

const actsOn = async (userId: string) => {
  const { content } = await app.elena.call(listAuditEvents, { query: { userId } });
  return content.map(({ action, actorId, targetId }) => ({ action, actorId, targetId }));
};

describe('a company sign-in', () => {
  test('sends the browser to the provider with a state, a nonce and a challenge', async () => {
    const { url, setCookie } = await begin(app.client());
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${provider.issuer}/authorize`);
    const { state, nonce, code_challenge, ...plain } = Object.fromEntries(searchParams);
    expect(plain).toEqual({
      client_id: 'chat',
      response_type: 'code',
      redirect_uri: 'https://chat.empresa.es/auth/oidc',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    // 43 characters of base64url are 256 bits.
    for (const secret of [state, nonce, code_challenge]) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(new Set([state, nonce, code_challenge]).size).toBe(3);
    expect(setCookie).toMatch(
      /^chat_company_sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test.each([undefined, null, '', ' ', 7, ['a'], 'd'.repeat(1_001)])(
    'does not begin with the device %j: 422',
    async (deviceId) => {
      const reply = await app.client().request('POST', '/auth/oidc', { deviceId });
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['deviceId']]);
      expect(reply.headers.get('set-cookie')).toBeNull();
    },
  );

  test('is not the same twice', async () => {
    const [one, other] = [await begin(app.client()), await begin(app.client())];
    expect(one.cookie).not.toBe(other.cookie);
    expect(one.url).not.toBe(other.url);
  });

  test('signs in as a sign-in does, and binds the account to the person of its e-mail', async () => {
    const { person, account } = await someone();
    const client = app.client();
    const reply = await signInAt(provider, client, {
      ...account,
      email: person.email.toUpperCase(),
    });
    expect(reply).toMatchObject({ status: 200, message: 'OK' });
    expect(reply.content).toEqual({
      accessToken: expect.any(String),
      user: person.user,
    });
    expect(reply.headers.get('set-cookie')).toMatch(/^chat_files=[^;]+; .*Path=\/api\/files;/);
    expect((await client.call(getCurrentUser, {})).content.uuid).toBe(person.uuid);
    expect(await actsOn(person.uuid)).toContainEqual({
      action: 'COMPANY_BOUND',
      actorId: person.uuid,
      targetId: person.uuid,
    });
    const again = await signInAt(provider, app.client(), account);
    expect(again.content.user.uuid).toBe(person.uuid);
    const bindings = (await actsOn(person.uuid)).filter(({ action }) => action === 'COMPANY_BOUND');
    expect(bindings).toHaveLength(1);
  });

  test('follows issuer and subject afterwards: neither e-mail matters, nor is ours changed', async () => {
    const { person, account } = await someone();
    await signInAt(provider, app.client(), account);
    const elsewhere = { sub: account.sub, email: 'otra@otra.es', email_verified: false };
    const reply = await signInAt(provider, app.client(), elsewhere);
    expect(reply.content.user).toEqual(person.user);
    const bare = await signInAt(provider, app.client(), { sub: account.sub });
    expect(bare.content.user.email).toBe(person.email);
  });

  test('does not open the account of who has the e-mail now', async () => {
    const { person, account } = await someone();
    await signInAt(provider, app.client(), account);
    // The provider gives the e-mail to somebody else.
    const other = await signInAt(provider, app.client(), { ...account, sub: 'sub-otra' });
    expect(other).toMatchObject({ status: 403, message: NOT_REGISTERED });
    // Here the person is deleted, and somebody else gets the e-mail.
    await app.elena.request('DELETE', `/users/${person.uuid}`);
    const heir = await registerPerson(app, person.email.split('@')[0] ?? '');
    const old = await signInAt(provider, app.client(), account);
    expect(old).toMatchObject({ status: 403, message: NOT_REGISTERED });
    const fresh = await signInAt(provider, app.client(), { ...account, sub: 'sub-heredera' });
    expect(fresh.content.user.uuid).toBe(heir.uuid);
  });

  test.each([
    ['no e-mail', { email: undefined }],
    ['an e-mail that is not verified', { email_verified: false }],
    ['an e-mail of which nothing is said', { email_verified: undefined }],
    ['an e-mail verified by another word', { email_verified: 'yes' }],
    ['an e-mail that nobody here has', { email: 'nadie@empresa.local' }],
    ['an e-mail that is none', { email: 'nadie' }],
    ["the groups' address", { email: 'grupo@empresa.local' }],
  ])('with %s is 403', async (_, claims) => {
    const { account } = await someone();
    const reply = await signInAt(provider, app.client(), account, { claims });
    expect(reply).toMatchObject({ status: 403, message: NOT_REGISTERED, errors: {} });
    expect(reply.headers.get('set-cookie')).toBeNull();
  });

  test('of a deleted person is 403', async () => {
    const { person, account } = await someone();
    await app.elena.request('DELETE', `/users/${person.uuid}`);
    const reply = await signInAt(provider, app.client(), account);
    expect(reply).toMatchObject({ status: 403, message: NOT_REGISTERED });
  });

  test('of a blocked person is 403 as ever', async () => {
    const { person, account } = await someone();
    await app.elena.request('POST', `/users/${person.uuid}/block`);
    const reply = await signInAt(provider, app.client(), account);
    expect(reply).toMatchObject({
      status: 403,
      message: 'Tu usuario está bloqueado. Contacta con un administrador.',
    });
  });

  test('asks the userinfo address where the token does not tell', async () => {
    const { person, account } = await someone();
    provider.userinfo = account;
    const reply = await signInAt(provider, app.client(), { sub: account.sub });
    expect(reply.content.user.uuid).toBe(person.uuid);
    const { person: other } = await someone();
    // An e-mail that it tells of somebody else counts for nothing.
    provider.userinfo = { ...account, email: other.email };
    const foreign = await signInAt(provider, app.client(), { sub: 'sub-ajena' });
    expect(foreign).toMatchObject({ status: 401, message: NOT_PROVEN });
    provider.userinfo = undefined;
  });

  test("believes 'true' as Entra ID writes it", async () => {
    const { person, account } = await someone();
    const theirs = { ...account, email_verified: 'true' };
    const reply = await signInAt(provider, app.client(), theirs);
    expect(reply.content.user.uuid).toBe(person.uuid);
  });

  test.each([{ currentPassword: 7 }, { currentPassword: ['a'] }, { currentPassword: '' }])(
    'is not forgotten with %j: 422',
    async (body) => {
      const { person, account } = await someone();
      await signInAt(provider, app.client(), account);
      const path = `/users/${person.uuid}/company-sign-in`;
      const reply = await app.elena.request('DELETE', path, body);
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['currentPassword']]);
    },
  );

  test('at the same instant twice is one binding and two sessions', async () => {
    const { person, account } = await someone();
    const replies = await Promise.all([1, 2].map(() => signInAt(provider, app.client(), account)));
    for (const { content } of replies) expect(content.user.uuid).toBe(person.uuid);
  });

  test('of whom the database cannot keep is 503, binds nobody by halves, and works the next time', async () => {
    const { person, account } = await someone();
    await app.ctx.db.run(sql`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception using errcode = '57014'; end $$`);
    await app.ctx.db.run(sql`
      create trigger refuse before insert on audit_events for each row execute function refuse()`);
    const reply = await signInAt(provider, app.client(), account);
    await app.ctx.db.run(sql`drop function refuse cascade`);
    expect(reply.status).toBe(503);
    const bound = sql`select from company_accounts where subject = ${account.sub}`;
    expect(await app.ctx.db.many(bound)).toEqual([]);
    const again = await signInAt(provider, app.client(), account);
    expect(again.content.user.uuid).toBe(person.uuid);
  });
});

describe('a server', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await startApp();
  });
  afterAll(() => plain.close());

  test('without company sign-in is 404', async () => {
    const client = plain.client();
    const reply = await client.call(beginCompanySignIn, { body: { deviceId: client.deviceId } });
    expect(reply.status).toBe(404);
    const cookie = `chat_company_sign_in=${'a'.repeat(43)}`;
    expect((await finish(client, { code: 'a', state: 'b' }, cookie)).status).toBe(404);
  });

  test('sweeps attempts that nobody has ended, and no others', async () => {
    const at = atProvider({ issuer: provider.issuer, ...provider.client });
    const before = await startApp(at);
    const { ctx } = before;
    await begin(before.client());
    await ctx.db.run(
      sql`update sign_in_attempts set expires_at = expires_at - interval '10 minutes'`,
    );
    await begin(before.client());
    let left: unknown[] = [];
    // A server sweeps as it starts, and waits for that as it ends.
    const swept = await before.restart();
    const after = await swept.restart(async () => {
      left = await ctx.db.many(sql`select expires_at > now() as is_alive from sign_in_attempts`);
    });
    expect(left).toEqual([{ isAlive: true }]);
    await after.close();
  });
});
