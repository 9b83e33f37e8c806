import { listAuditEvents } from '@chat/contract/audit';
import { approveDevice, listDevices } from '@chat/contract/devices';
import { listOwnGroups } from '@chat/contract/groups';
import { eraseUser } from '@chat/contract/holds';
import { listUsers } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { personForm, registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { accountOf, atProvider, signInAt } from '../../../../test/company/company-browser.ts';
import { type LyingProvider, startLyingProvider } from '../../../../test/company/lying-provider.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';
import type { Config } from '../../../config/env.ts';
import { sql } from '../../../db/database.ts';

const NOT_REGISTERED = 'Tu cuenta no está registrada aquí. Contacta con un administrador.';
const AGAIN = 'Vuelve a entrar con Acme.';

let provider: LyingProvider;
beforeAll(async () => {
  provider = await startLyingProvider();
});
afterAll(() => provider.stop());

function startAt(settings: Partial<Config> = {}, registersUnknown = false): Promise<TestApp> {
  const { oidc } = atProvider({ issuer: provider.issuer, ...provider.client });
  return startApp({ oidc: oidc && { ...oidc, registersUnknown }, ...settings });
}

describe('OIDC_CREATE=1', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startAt({}, true);
  });
  afterAll(() => app.close());

  const namesOf = async (email: string) => {
    const { content } = await app.elena.call(listUsers, {});
    const user = content.find((one) => one.email === email);
    return user && [user.firstName, user.lastName];
  };

  test('registers a USER in GENERAL, without a password, and tells who is online', async () => {
    const socket = await app.elena.connect();
    const client = app.client();
    const claims = { given_name: ' Nora ', family_name: 'Gil Ruiz' };
    const reply = await signInAt(provider, client, accountOf('Nora@empresa.local', claims));
    expect(reply.content.user).toMatchObject({ email: 'nora@empresa.local', role: 'USER' });
    expect(await namesOf('nora@empresa.local')).toEqual(['Nora', 'Gil Ruiz']);
    const { content } = await client.call(listOwnGroups, {});
    expect(content.map(({ name }) => name)).toEqual(['GENERAL']);
    await socket.waitFor('user:changed', ({ userId }) => userId === client.uuid);
    socket.socket.close();
    const query = { userId: client.uuid };
    const acts = (await app.elena.call(listAuditEvents, { query })).content;
    expect(acts.map(({ action }) => action).sort()).toEqual([
      'COMPANY_BOUND',
      'PARTICIPANT_ADDED',
      'SIGN_IN',
      'USER_CREATED',
    ]);
    expect((await app.client().login(client.email)).status).toBe(401);
  });

  test.each([
    ['una', { name: 'Una Persona' }, ['Una Persona', '-']],
    ['dos', { given_name: 'Dos' }, ['Dos', '-']],
    ['tres', {}, ['tres', '-']],
    ['cuatro', { given_name: ' ', name: 7, family_name: '\u200b' }, ['cuatro', '-']],
    ['cinco', { given_name: 'n'.repeat(300), family_name: 'a\0b' }, ['n'.repeat(100), 'ab']],
  ])('names %s by what the provider tells', async (name, claims, names) => {
    const email = `${name}@empresa.local`;
    expect((await signInAt(provider, app.client(), accountOf(email, claims))).status).toBe(200);
    expect(await namesOf(email)).toEqual(names);
  });

  test('names people by what stands at the userinfo address alone, the e-mail by the token', async () => {
    const profile = { given_name: 'Seis', family_name: 'Personas', email: 'otra@empresa.local' };
    const account = accountOf('seis@empresa.local', { name: 'Seis P.' });
    provider.userinfo = { sub: account.sub, email_verified: true, ...profile };
    const reply = await signInAt(provider, app.client(), account);
    provider.userinfo = undefined;
    expect(reply.status).toBe(200);
    expect(await namesOf('seis@empresa.local')).toEqual(['Seis', 'Personas']);
    expect(await namesOf('otra@empresa.local')).toBeUndefined();
  });

  test('takes no e-mail of the token for one that the userinfo address vouches for', async () => {
    const { sub, email } = accountOf('siete@empresa.local');
    provider.userinfo = { sub, email_verified: true };
    const reply = await signInAt(provider, app.client(), { sub, email });
    provider.userinfo = undefined;
    expect(reply).toMatchObject({ status: 403, message: NOT_REGISTERED });
  });

  test.each([
    'ana@otra.es',
    'ana@sub.empresa.local',
    'ana@empresa.local.es',
    'grupo@empresa.local',
  ])('does not register %s', async (email) => {
    const reply = await signInAt(provider, app.client(), accountOf(email));
    expect(reply).toMatchObject({ status: 403, message: NOT_REGISTERED });
    expect(await namesOf(email)).toBeUndefined();
  });

  test('registers nobody whose e-mail is not theirs', async () => {
    const account = accountOf('sin-verificar@empresa.local', { email_verified: false });
    expect((await signInAt(provider, app.client(), account)).status).toBe(403);
  });

  test('registers no e-mail that a deleted person had, by another account either', async () => {
    const person = await registerPerson(app, 'olga');
    await app.elena.request('DELETE', `/users/${person.uuid}`);
    for (const sub of ['sub-1', 'sub-2']) {
      const reply = await signInAt(provider, app.client(), accountOf(person.email, { sub }));
      expect(reply).toMatchObject({ status: 403, message: NOT_REGISTERED });
    }
  });

  test('registers no e-mail that a deleted person had before, erased ones included', async () => {
    for (const name of ['ursula', 'vera']) {
      const { email, uuid } = await registerPerson(app, name);
      const now = { firstName: 'Otra', lastName: 'Persona', email: `${name}-2@empresa.local` };
      expect((await app.elena.request('PUT', `/users/${uuid}`, now)).status).toBe(200);
      await app.elena.request('DELETE', `/users/${uuid}`);
      if (name === 'vera') {
        const body = { email: now.email, messages: false };
        const erased = await app.elena.call(eraseUser, { params: { userId: uuid }, body });
        expect(erased.status).toBe(200);
      }
      for (const had of [email, now.email]) {
        const reply = await signInAt(provider, app.client(), accountOf(had));
        expect(reply).toMatchObject({ status: 403, message: NOT_REGISTERED });
      }
    }
  });

  test('brings no deleted person back under another e-mail', async () => {
    const client = app.client();
    const account = accountOf('paula@empresa.local');
    await signInAt(provider, client, account);
    await app.elena.request('DELETE', `/users/${client.uuid}`);
    const reply = await signInAt(provider, app.client(), { ...account, email: 'p@empresa.local' });
    expect(reply).toMatchObject({ status: 403, message: NOT_REGISTERED });
  });

  test('at the same instant registers one person', async () => {
    const account = accountOf('rosa@empresa.local');
    const replies = await Promise.all(
      [1, 2, 3].map(() => signInAt(provider, app.client(), account)),
    );
    expect(new Set(replies.map(({ content }) => content.user.uuid)).size).toBe(1);
  });

  test('whom the database cannot keep is not there by halves, and is registered the next time', async () => {
    const { db } = app.ctx;
    await db.run(sql`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception using errcode = '57014'; end $$`);
    await db.run(sql`
      create trigger refuse before insert on company_accounts for each row execute function refuse()`);
    const account = accountOf('sofia@empresa.local');
    const reply = await signInAt(provider, app.client(), account);
    await db.run(sql`drop function refuse cascade`);
    expect(reply.status).toBe(503);
    expect(await namesOf(account.email)).toBeUndefined();
    expect((await signInAt(provider, app.client(), account)).status).toBe(200);
    expect(await namesOf(account.email)).toEqual(['sofia', '-']);
  });
});

describe('devices and limits', () => {
  test('a new device waits as at any sign-in, and comes in once it is approved', async () => {
    const app = await startAt({ deviceApproval: 'users' });
    const body = personForm('sara@empresa.local');
    await app.elena.request('POST', '/users', body);
    const client = app.client();
    const account = accountOf('sara@empresa.local');
    const waiting = await signInAt(provider, client, account);
    expect(waiting).toMatchObject({
      status: 403,
      message: 'Tu dispositivo está pendiente de autorización. Contacta con un administrador.',
      errors: { deviceCode: [expect.stringMatching(/^[A-Z2-9]{6}$/)] },
    });
    const { content } = await app.elena.call(listDevices, {});
    const device = content.find(({ userEmail }) => userEmail === 'sara@empresa.local');
    await app.elena.call(approveDevice, { params: { deviceId: device?.uuid ?? '' } });
    expect((await signInAt(provider, client, account)).status).toBe(200);
    // Another browser of theirs waits in its turn.
    expect((await signInAt(provider, app.client(), account)).status).toBe(403);
    await app.close();
  });

  test('what begins is limited as failed sign-ins of an address, and passwords are not', async () => {
    const app = await startAt({ loginRate: 1 });
    const client = app.client();
    const begin = () => client.request('POST', '/auth/oidc', { deviceId: client.deviceId });
    for (let i = 0; i < 10; i++) expect((await begin()).status).toBe(200);
    const reply = await begin();
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await app.client().login(app.elena.email)).status).toBe(200);
    await app.close();
  });
});

describe('a person without a password', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startAt();
  });
  afterAll(() => app.close());

  /** Somebody whom their company alone signs in; an administrator, where a role says so. */
  async function withoutPassword(name: string, role = 'USER'): Promise<Client> {
    const form = personForm(`${name}@empresa.local`, { role, currentPassword: PASSWORD });
    await app.elena.request('POST', '/users', form);
    await app.ctx.db.run(sql`update users set password_hash = null where email = ${form.email}`);
    const client = app.client();
    await signInAt(provider, client, accountOf(form.email));
    return client;
  }

  const age = (client: Client) =>
    app.ctx.db.run(sql`
      update sessions set created_at = created_at - interval '5 minutes'
      where user_id = (select id from users where uuid = ${client.uuid})`);

  test('proves themselves by a company sign-in of the last 5 minutes', async () => {
    const boss = await withoutPassword('bea', 'ADMIN');
    const other = await registerPerson(app, 'otro');
    const path = `/users/${other.uuid}/company-sign-in`;
    for (const body of [{}, { currentPassword: 'lo-que-sea' }]) {
      await signInAt(provider, app.client(), accountOf(other.email));
      expect((await boss.request('DELETE', path, body)).status).toBe(200);
    }
    await signInAt(provider, app.client(), accountOf(other.email));
    await age(boss);
    for (const body of [{}, { currentPassword: 'lo-que-sea' }]) {
      const reply = await boss.request('DELETE', path, body);
      expect(reply).toMatchObject({
        status: 422,
        message: AGAIN,
        errors: { currentPassword: [AGAIN] },
      });
    }
    await signInAt(provider, boss, accountOf(boss.email));
    expect((await boss.request('DELETE', path, {})).status).toBe(200);
  });

  test('chooses one in the same way, and then needs it', async () => {
    const person = await withoutPassword('vera');
    const change = (currentPassword: string | undefined, password: string) =>
      person.request('PUT', '/users/me/password', { currentPassword, password });
    await age(person);
    for (const nothing of ['-', '', undefined]) {
      expect(await change(nothing, 'mi-clave-1')).toMatchObject({ status: 422, message: AGAIN });
    }
    await signInAt(provider, person, accountOf(person.email));
    expect((await change(undefined, 'mi-clave-1')).status).toBe(200);
    expect((await app.client().login(person.email, 'mi-clave-1')).status).toBe(200);
    for (const wrong of ['-', undefined]) {
      const reply = await change(wrong, 'mi-clave-2');
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['currentPassword']]);
    }
    expect((await change('mi-clave-1', 'mi-clave-2')).status).toBe(200);
  });
});

describe('forgetting an account', () => {
  test('lets the person be bound anew, is recorded, and ends nothing', async () => {
    const app = await startAt();
    const person = await registerPerson(app, 'wanda');
    const client = app.client();
    const account = accountOf(person.email);
    await signInAt(provider, client, account);
    const body = { currentPassword: PASSWORD };
    const forget = (uuid: string) =>
      app.elena.request('DELETE', `/users/${uuid}/company-sign-in`, body);
    expect(await forget(person.uuid)).toMatchObject({ status: 200, content: null });
    const none = { status: 404, message: 'No tiene cuenta de empresa' };
    expect(await forget(person.uuid)).toMatchObject(none);
    expect((await forget(NOBODY)).status).toBe(404);
    const gone = await registerPerson(app, 'xenia');
    await app.elena.request('DELETE', `/users/${gone.uuid}`);
    expect((await forget(gone.uuid)).status).toBe(404);
    const query = { userId: person.uuid };
    const acts = (await app.elena.call(listAuditEvents, { query })).content;
    expect(acts.filter(({ action }) => action === 'COMPANY_UNBOUND')).toMatchObject([
      { actorId: app.elena.uuid, targetId: person.uuid },
    ]);
    expect((await client.call(listOwnGroups, {})).status).toBe(200);
    const other = await signInAt(provider, app.client(), { ...account, sub: 'sub-nueva' });
    expect(other.content.user.uuid).toBe(person.uuid);
    await app.close();
  });
});

test("a stolen administrator's session leads nobody to an administrator's account by another e-mail", async () => {
  const app = await startAt();
  const other = await registerPerson(app, 'paula', { role: 'ADMIN' });
  for (const { uuid, email } of [other, app.elena]) {
    const form = { firstName: 'Paula', lastName: 'Gil', email: `ladron-${email}` };
    const change = (more: object) =>
      app.elena.request('PUT', `/users/${uuid}`, { ...form, ...more });
    for (const guess of [{}, { currentPassword: '' }, { currentPassword: 'otra-clave' }]) {
      const { status, errors } = await change(guess);
      expect([status, Object.keys(errors)]).toEqual([422, ['currentPassword']]);
    }
    const thief = await signInAt(provider, app.client(), accountOf(form.email));
    expect(thief.status).toBe(403);
    expect((await change({ email })).status).toBe(200);
  }
  const moved = { firstName: 'Paula', lastName: 'Gil', email: 'paula-gil@empresa.local' };
  const body = { ...moved, currentPassword: PASSWORD };
  expect((await app.elena.request('PUT', `/users/${other.uuid}`, body)).status).toBe(200);
  await app.close();
});
