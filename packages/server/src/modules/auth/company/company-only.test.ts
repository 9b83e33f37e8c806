import { listOwnGroups } from '@chat/contract/groups';
import { getConfig } from '@chat/contract/system';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { accountOf, atProvider, signInAt } from '../../../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../../../test/company/lying-provider.ts';
import { importCsv } from '../../../../test/csv.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';
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
  beforeAll(async () => {
    const { oidc } = atProvider({ issuer: provider.issuer, ...provider.client });
    const before = await startApp({ oidc });
    const { email } = await registerPerson(before, 'yago');
    const settings = { passwordLogin: false, firstPassword: 'change' as const };
    app = await before.restart(undefined, settings);
    await signInAt(provider, app.elena, accountOf(before.elena.email));
    yago = app.client();
    await signInAt(provider, yago, accountOf(email));
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
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 403, message: COMPANY_ONLY, errors: {} });
    }
  });

  test('lets administrators register people without a password', async () => {
    const reply = await app.elena.request('POST', '/users', person('zoe'));
    expect(reply).toMatchObject({ status: 201, content: { email: 'zoe@empresa.local' } });
    const account = accountOf('zoe@empresa.local');
    expect((await signInAt(provider, app.client(), account)).status).toBe(200);
  });

  test('lets people in by their company, whose first password nobody asks them to change', async () => {
    const must = sql`update users set password_must_change = true where email = ${yago.email}`;
    await app.ctx.db.run(must);
    const reply = await signInAt(provider, yago, accountOf(yago.email));
    expect(reply).toMatchObject({ status: 200, content: { user: { uuid: yago.uuid } } });
    expect((await yago.call(listOwnGroups, {})).status).toBe(200);
  });
});
