import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { personForm, registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { accept, invite, registerInvited, tokenOf } from '../../../../test/invitations.ts';
import { loginWith, turnOnTwoSteps } from '../../../../test/two-steps.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';
import { type Sql, sql } from '../../../db/database.ts';

const HOUR_MS = 3_600_000;
const CHOSEN = 'elegida-por-mí';
const INVALID = 'La invitación no es válida o ha caducado. Pide otra.';

let app: TestApp;
let ana: Client;
let kike: Client;
beforeAll(async () => {
  app = await startApp({ trustProxy: true });
  ana = await registerPerson(app, 'ana');
  kike = await registerPerson(app, 'kike', { role: 'ADMIN' });
});
afterAll(() => app.close());

const ask = (userId: string, body: object = {}, by = app.elena) =>
  by.request('POST', `/users/${userId}/invitation`, body);
const shown = ({ status, message, errors }: Awaited<ReturnType<typeof ask>>) => ({
  status,
  message,
  errors,
});
const refused = { status: 404, message: INVALID, errors: {} };

describe('a new user with invite', () => {
  test('has no password, and the link to choose one: 48 hours, the token in the fragment alone', async () => {
    const before = Date.now();
    const { status, content } = await registerInvited(app, 'gema');
    expect(status).toBe(201);
    expect(content).toMatchObject({ email: 'gema@empresa.local', role: 'USER' });
    const port = new URL(app.url).port;
    const link = new RegExp(`^http://localhost:${port}/invitation#[\\w-]{22,}$`);
    expect(content.invitation.url).toMatch(link);
    const expiresAt = Date.parse(content.invitation.expiresAt);
    expect(expiresAt).toBeGreaterThanOrEqual(before + 48 * HOUR_MS);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 48 * HOUR_MS);
    for (const guess of [PASSWORD, tokenOf(content.invitation), 'null']) {
      expect((await app.client().login(content.email, guess)).status).toBe(401);
    }
    expect(await accept(app.client(), tokenOf(content.invitation))).toMatchObject({
      status: 200,
      content: { email: 'gema@empresa.local' },
    });
    expect((await app.client().login(content.email, CHOSEN)).status).toBe(200);
  });

  test('takes no password beside it, and without it needs one', async () => {
    const both = { ...personForm('hugo'), invite: true };
    const reply = await app.elena.request('POST', '/users', both);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['password']]);
    const { password, ...neither } = personForm('hugo');
    const missing = await app.elena.request('POST', '/users', { ...neither, firstName: '' });
    expect([missing.status, missing.errors]).toEqual([
      422,
      { firstName: ['El nombre es obligatorio'], password: ['Contraseña requerida'] },
    ]);
    const wrong = await app.elena.request('POST', '/users', { ...neither, invite: 'sí' });
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['invite']]);
  });

  test('gets no invitation in the answer otherwise', async () => {
    const reply = await app.elena.request('POST', '/users', personForm('irene'));
    expect(reply.content).not.toHaveProperty('invitation');
  });
});

describe('an invitation of somebody who has a password', () => {
  test('changes nothing until it is used; then the old password and all sessions are gone', async () => {
    const bruno = await registerPerson(app, 'bruno');
    const live = await bruno.connect();
    const token = await invite(app.elena, bruno.uuid);
    expect((await app.client().login(bruno.email)).status).toBe(200);
    expect((await bruno.call(getCurrentUser, {})).status).toBe(200);
    const reply = await accept(app.client(), token);
    expect(reply).toMatchObject({ status: 200, content: { email: bruno.email } });
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'password' });
    expect((await bruno.call(getCurrentUser, {})).status).toBe(401);
    expect((await app.client().login(bruno.email)).status).toBe(401);
    expect((await app.client().login(bruno.email, CHOSEN)).status).toBe(200);
  });

  test('used by the administrator in their place is told to the person, once', async () => {
    const carla = await registerPerson(app, 'carla');
    await accept(app.elena, await invite(app.elena, carla.uuid));
    const reply = await carla.login(carla.email, CHOSEN);
    expect(reply.content.passwordReset).toMatchObject({ by: app.elena.email });
    expect((await carla.login(carla.email, CHOSEN)).content).not.toHaveProperty('passwordReset');
  });
});

describe('an invitation counts no more', () => {
  test('once it is used, at the same instant too', async () => {
    const token = tokenOf((await registerInvited(app, 'julia')).content.invitation);
    const passwords = Array.from({ length: 5 }, (_, n) => `clave-número-${n}`);
    const replies = await Promise.all(passwords.map((one) => accept(app.client(), token, one)));
    const statuses = replies.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 404, 404, 404, 404]);
    expect(shown(await accept(app.client(), token))).toEqual(refused);
    const winner = passwords[statuses.indexOf(200)];
    expect((await app.client().login('julia@empresa.local', winner)).status).toBe(200);
  });

  test('after 48 hours', async () => {
    const { content } = await registerInvited(app, 'karim');
    await app.ctx.db.run(sql`
      update invitations set expires_at = expires_at - interval '48 hours'
      where user_id = ${content.id}`);
    expect(shown(await accept(app.client(), tokenOf(content.invitation)))).toEqual(refused);
  });

  test('after a newer one', async () => {
    const { content } = await registerInvited(app, 'luisa');
    const newer = await invite(app.elena, content.uuid);
    expect(shown(await accept(app.client(), tokenOf(content.invitation)))).toEqual(refused);
    expect((await accept(app.client(), newer)).status).toBe(200);
  });

  test('after a block, even when it is lifted, and after a deletion', async () => {
    const { content: blocked } = await registerInvited(app, 'mario');
    await app.elena.request('POST', `/users/${blocked.uuid}/block`);
    expect(shown(await accept(app.client(), tokenOf(blocked.invitation)))).toEqual(refused);
    await app.elena.request('POST', `/users/${blocked.uuid}/unblock`);
    expect(shown(await accept(app.client(), tokenOf(blocked.invitation)))).toEqual(refused);
    const { content: gone } = await registerInvited(app, 'nora');
    await app.elena.request('DELETE', `/users/${gone.uuid}`);
    expect(shown(await accept(app.client(), tokenOf(gone.invitation)))).toEqual(refused);
  });

  test.each([
    ['a block', (uuid: string) => app.elena.request('POST', `/users/${uuid}/block`)],
    ['a deletion', (uuid: string) => app.elena.request('DELETE', `/users/${uuid}`)],
    ['a newer one', (uuid: string) => ask(uuid)],
  ])('after %s in the midst of its use', async (name, happen) => {
    const { content } = await registerInvited(app, `en-medio-de-${name.replaceAll(' ', '-')}`);
    const { maybeOne } = app.ctx.db;
    app.ctx.db.maybeOne = async <Row>(query: Sql) => {
      const found = await maybeOne<Row>(query);
      if (!query.text.includes('from invitations i')) return found;
      app.ctx.db.maybeOne = maybeOne;
      await happen(content.uuid);
      return found;
    };
    expect(shown(await accept(app.client(), tokenOf(content.invitation)))).toEqual(refused);
    await app.elena.request('POST', `/users/${content.uuid}/unblock`);
    expect((await app.client().login(content.email, CHOSEN)).status).toBe(401);
  });

  test('but a refused password does not use it up', async () => {
    const token = tokenOf((await registerInvited(app, 'olga')).content.invitation);
    const body = { token, password: 'corta' };
    const short = await app.client().request('POST', '/auth/invitation', body);
    expect([short.status, short.errors]).toEqual([422, { password: ['Mínimo 6 caracteres'] }]);
    expect((await accept(app.client(), token)).status).toBe(200);
  });
});

describe('who is invited by whom', () => {
  test('an unknown and a deleted user are 404, a blocked one and oneself 409', async () => {
    expect((await ask(NOBODY)).status).toBe(404);
    const pablo = await registerPerson(app, 'pablo');
    await app.elena.request('POST', `/users/${pablo.uuid}/block`);
    expect((await ask(pablo.uuid)).status).toBe(409);
    await app.elena.request('DELETE', `/users/${pablo.uuid}`);
    expect((await ask(pablo.uuid)).status).toBe(404);
    expect((await ask(app.elena.uuid, { currentPassword: PASSWORD })).status).toBe(409);
  });

  test('another administrator takes the caller’s own password: a stolen session does not do', async () => {
    const missing = await ask(kike.uuid);
    expect([missing.status, missing.errors]).toEqual([
      422,
      { currentPassword: ['Escribe tu propia contraseña para invitar a otro administrador'] },
    ]);
    const wrong = await ask(kike.uuid, { currentPassword: 'otra-distinta' });
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['currentPassword']]);
    expect((await ask(kike.uuid, { currentPassword: 7 })).status).toBe(422);
    expect((await ask(kike.uuid, { currentPassword: PASSWORD })).status).toBe(201);
  });

  test('is recorded, and so is its use', async () => {
    const rosa = await registerPerson(app, 'rosa');
    const token = await invite(app.elena, rosa.uuid);
    const guest = app.client();
    guest.headers['x-forwarded-for'] = '[::ffff:192.0.2.1]:50123';
    await accept(guest, token);
    const [used, created] = await auditEvents(app.elena, { userId: rosa.uuid });
    const target = { targetEmail: rosa.email, detail: null };
    expect(used).toMatchObject({
      action: 'INVITATION_USED',
      actorEmail: rosa.email,
      address: '192.0.2.1',
      ...target,
    });
    expect(created).toMatchObject({
      action: 'INVITATION_CREATED',
      actorEmail: app.elena.email,
      ...target,
    });
  });
});

describe('the body of a use', () => {
  test.each([
    [{ password: CHOSEN }, 'token'],
    [{ token: '', password: CHOSEN }, 'token'],
    [{ token: 7, password: CHOSEN }, 'token'],
    [{ token: 'x'.repeat(201), password: CHOSEN }, 'token'],
    [{ token: 'a\u0000', password: CHOSEN }, 'token'],
    [{ token: 'x'.repeat(43) }, 'password'],
    [{ token: 'x'.repeat(43), password: 'x'.repeat(201) }, 'password'],
  ])('%j is 422', async (body, field) => {
    const reply = await app.client().request('POST', '/auth/invitation', body);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
  });

  test('of a well-formed token that nobody was given is 404', async () => {
    expect(shown(await accept(app.client(), 'x'.repeat(43)))).toEqual(refused);
  });
});

test('opens no way around the approval of devices', async () => {
  const token = await invite(app.elena, ana.uuid);
  await accept(app.client(), token);
  Object.assign(app.ctx.config, { deviceApproval: 'all' });
  const reply = await app.client().login(ana.email, CHOSEN);
  Object.assign(app.ctx.config, { deviceApproval: 'off' });
  expect([reply.status, Object.keys(reply.errors)]).toEqual([403, ['deviceCode']]);
});

test('opens no way around the second step', async () => {
  const ruth = await registerPerson(app, 'ruth');
  const { recoveryCodes } = await turnOnTwoSteps(ruth);
  await accept(app.client(), await invite(app.elena, ruth.uuid));
  const login = (code?: string) => loginWith(app.client(), ruth.email, code, CHOSEN);
  const reply = await login();
  expect([reply.status, reply.message]).toEqual([401, 'Código requerido']);
  expect((await login(recoveryCodes[0])).content).toMatchObject({ passwordReset: {} });
});
