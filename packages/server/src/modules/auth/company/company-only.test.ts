import { listOwnGroups } from '@chat/contract/groups';
import { getConfig } from '@chat/contract/system';
import { createInvitation } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCommand } from '../../../../test/admin-command.ts';
import { auditEvents } from '../../../../test/audit-events.ts';
import { ADMINISTRATOR, startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson, registerUser } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { accountOf, atProvider, signInAt } from '../../../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../../../test/company/lying-provider.ts';
import { importCsv } from '../../../../test/csv.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';
import { createAdminContext, runCommand } from '../../../commands/admin/operations.ts';
import { sql } from '../../../db/database.ts';

let provider: LyingProvider;
beforeAll(async () => {
  provider = await startLyingProvider();
});
afterAll(() => provider.stop());

describe('PASSWORD_LOGIN=0', () => {
  const person = (name: string) => ({ firstName: name, lastName: 'Ruiz', email: name });
  const COMPANY_ONLY = 'Entra con Acme.';
  let app: TestApp;
  let yago: Client;
  /** Signed in by a password before. */
  let before: Client;
  let invitation: string;
  beforeAll(async () => {
    const { oidc } = atProvider({ issuer: provider.issuer, ...provider.client });
    const open = await startApp({ oidc });
    before = await registerPerson(open, 'yago');
    const params = { userId: before.uuid };
    const invited = await open.elena.call(createInvitation, { params, body: {} });
    invitation = new URL(invited.content.url).hash.slice(1);
    const settings = { passwordLogin: false, firstPassword: 'change' as const };
    app = await open.restart(undefined, { ...settings, loginRate: 2 });
    await signInAt(provider, app.elena, accountOf(open.elena.email));
    yago = app.client();
    await signInAt(provider, yago, accountOf(before.email));
  });
  afterAll(() => app.close());

  test('says so to everybody', async () => {
    const { content } = await app.client().call(getConfig, {});
    expect(content).toMatchObject({ oidcName: 'Acme', passwordLogin: false });
  });

  test('refuses every password, and whatever sets one', async () => {
    const { email, uuid } = yago;
    const form = { currentPassword: PASSWORD, password: 'otra-clave' };
    const replies = [
      await app.client().request('POST', '/auth/login', {}),
      await app.client().request('POST', '/auth/login', { email: 7, code: 123456 }),
      await app.client().login(email),
      await app.client().login(email, 'otra-clave'),
      await app.client().login('nadie@empresa.local'),
      await yago.request('PUT', '/users/me/password', form),
      await app.elena.request('PUT', `/users/${uuid}/password`, { password: 'otra-clave' }),
      await app.elena.request('PUT', `/users/${NOBODY}/password`, { password: 'otra-clave' }),
      await app.elena.request('POST', `/users/${uuid}/invitation`, {}),
      await app.elena.request('POST', '/users', { ...person('zoe'), invite: true }),
      await importCsv(app.elena, 'nombre;apellido;correo\nZoe;Ruiz;zoe', { invite: '1' }),
      await app
        .client()
        .request('POST', '/auth/invitation', { token: 'A'.repeat(43), password: 'otra-clave' }),
      await app
        .client()
        .request('POST', '/auth/invitation', { token: invitation, password: 'otra-clave' }),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 403, message: COMPANY_ONLY, errors: {} });
    }
  });

  test('looks at no password: none counts as failed, nor is anybody limited', async () => {
    for (const password of Array.from({ length: 30 }, () => 'otra-clave')) {
      const reply = await app.client().login(yago.email, password);
      expect(reply).toMatchObject({ status: 403, message: COMPANY_ONLY, errors: {} });
    }
    expect(await auditEvents(app.elena, { action: 'SIGN_IN_FAILED' })).toEqual([]);
  });

  test('lets sessions go on that began by a password', async () => {
    const running = Object.assign(app.client(), { token: before.token, user: before.user });
    expect((await running.call(listOwnGroups, {})).status).toBe(200);
    expect((await running.connect()).socket.connected).toBe(true);
  });

  test('lets administrators register people without a password', async () => {
    const reply = await app.elena.request('POST', '/users', person('zoe'));
    expect(reply).toMatchObject({ status: 201, content: { email: 'zoe@empresa.local' } });
    const imported = await importCsv(app.elena, 'nombre;apellido;correo\nYara;Ruiz;yara');
    expect(imported).toMatchObject({ status: 201, content: { created: 1 } });
    for (const email of ['zoe@empresa.local', 'yara@empresa.local']) {
      const account = accountOf(email);
      expect((await signInAt(provider, app.client(), account)).status).toBe(200);
    }
  });

  test('lets people in by their company, whose first password nobody asks them to change', async () => {
    const must = sql`update users set password_must_change = true where email = ${yago.email}`;
    await app.ctx.db.run(must);
    const reply = await signInAt(provider, yago, accountOf(yago.email));
    expect(reply).toMatchObject({ status: 200, content: { user: { uuid: yago.uuid } } });
    expect((await yago.call(listOwnGroups, {})).status).toBe(200);
  });
});

test('PASSWORD_LOGIN=0 leaves the command line as it is; its passwords count once passwords do', async () => {
  const at = atProvider({ issuer: provider.issuer, ...provider.client });
  const app = await startApp({ ...at, passwordLogin: false });
  await signInAt(provider, app.elena, accountOf(ADMINISTRATOR));
  const email = await registerUser(app, 'ursula');
  const ctx = createAdminContext(app.ctx.config, app.ctx.db);
  const run = (...args: string[]) => runCommand(ctx, adminCommand(...args));
  await run('create-admin', '--email', 'nueva', '--password', 'clave-nueva');
  await run('set-password', '--email', email, '--password', 'clave-nueva');
  await ctx.sessions.close();
  for (const [person, role] of [
    ['nueva@empresa.local', 'ADMIN'],
    [email, 'USER'],
  ] as const) {
    expect((await app.client().login(person, 'clave-nueva')).status).toBe(403);
    const { content } = await signInAt(provider, app.client(), accountOf(person));
    expect(content.user).toMatchObject({ email: person, role });
  }
  const open = await app.restart(undefined, { passwordLogin: true });
  for (const person of ['nueva@empresa.local', email]) {
    expect((await open.client().login(person, 'clave-nueva')).status).toBe(200);
  }
  await open.close();
});
