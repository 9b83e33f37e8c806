import { listOwnSessions, login, logout } from '@chat/contract/auth';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import { noteStatements } from '../../../test/plans.ts';
import { loginWith, turnOnTwoSteps } from '../../../test/two-steps.ts';
import { sql } from '../../db/database.ts';

const WRONG = 'Correo o contraseña incorrectos';

let app: TestApp;
let ana: Client;
beforeAll(async () => {
  app = await startApp();
  ana = await registerPerson(app, 'ana');
});
afterAll(() => app.close());

const send = (body: Record<string, unknown>) =>
  app.client().request('POST', login.path, {
    email: ana.email,
    password: PASSWORD,
    deviceId: 'device-of-the-office',
    ...body,
  });

describe('signing in', () => {
  test('asks nothing apart for news that most people have none of', async () => {
    await send({});
    const statements = noteStatements(app.ctx.db, /\b(devices|two_steps)\b/);
    await send({});
    // The device for the limits, the person, the device for the session, and the session itself, which looks at the
    // person's second step. The person and the device say whether there is news.
    expect(statements().map(({ text }) => text.trim())).toHaveLength(4);
  });

  const answerTo = async (fields: Record<string, unknown>) => {
    const body = JSON.stringify({ email: ana.email, password: PASSWORD, ...fields });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${app.url}/api/auth/login`, { method: 'POST', headers, body });
    return (await response.text()).replace(/[\w-]{43}/, 'TOKEN');
  };

  test('is answered byte for byte as ever while nobody must do anything first', async () => {
    expect(await answerTo({ deviceId: ana.deviceId })).toBe(
      `{"content":{"accessToken":"TOKEN","user":{"id":${ana.user.id},"uuid":"${ana.uuid}",` +
        '"email":"ana@empresa.local","isAdmin":false,"role":"USER"}},' +
        '"statusCode":200,"message":"OK","pagination":null}',
    );
  });

  test('is refused byte for byte as ever', async () => {
    expect(await answerTo({ deviceId: ana.deviceId, password: 'otra-clave' })).toBe(
      '{"message":"Correo o contraseña incorrectos","errors":{},"statusCode":401}',
    );
    const wrong = 'Identificador de dispositivo no válido';
    expect(await answerTo({})).toBe(
      `{"message":"${wrong}","errors":{"deviceId":["${wrong}"]},"statusCode":422}`,
    );
  });

  test.each([undefined, null, '', ' \t', '123456'])(
    'takes code %j of people who have no second step',
    async (code) => {
      expect((await send({ code })).status).toBe(200);
      expect(await send({ code, password: 'otra-clave' })).toMatchObject({
        status: 401,
        errors: {},
      });
    },
  );

  test.each([123456, {}, true])('code may not be %j', async (code) => {
    const errors = { code: ['Código no válido'] };
    expect(await send({ code })).toMatchObject({ status: 422, errors });
  });

  test('tells an administrator by isAdmin and role', async () => {
    expect(app.elena.user).toMatchObject({ isAdmin: true, role: 'ADMIN' });
  });

  test.each(['  ANA@Empresa.Local\t', 'ana', ' Ana '])(
    'trims, lowercases and completes the e-mail %j',
    async (email) => {
      const reply = await app.client().login(email);
      expect(reply.content.user.email).toBe('ana@empresa.local');
    },
  );

  test('takes the password as it is, spaces and case included', async () => {
    expect((await send({ password: ` ${PASSWORD}` })).status).toBe(401);
    expect((await send({ password: PASSWORD.toUpperCase() })).status).toBe(401);
  });

  test('an unknown e-mail and a wrong password are told apart by nothing', async () => {
    const unknown = await send({ email: 'nadie@empresa.local' });
    const wrong = await send({ password: 'otra-clave' });
    const shown = ({ status, message, errors }: typeof wrong) => ({ status, message, errors });
    expect(shown(unknown)).toEqual({ status: 401, message: WRONG, errors: {} });
    expect(shown(wrong)).toEqual(shown(unknown));
  });

  test('a person without a password gets the answer of an unknown e-mail', async () => {
    const gema = await registerPerson(app, 'gema');
    await app.ctx.db.run(sql`update users set password_hash = null where uuid = ${gema.uuid}`);
    for (const password of [PASSWORD, 'null', 'nobody signs in with this']) {
      const reply = await app.client().login(gema.email, password);
      const { status, message, errors } = reply;
      expect({ status, message, errors }).toEqual({ status: 401, message: WRONG, errors: {} });
    }
    const form = { currentPassword: PASSWORD, password: 'otra-clave' };
    const own = await gema.request('PUT', '/users/me/password', form);
    expect([own.status, Object.keys(own.errors)]).toEqual([422, ['currentPassword']]);
  });

  test('every sign-in is a session of its own', async () => {
    const [one, other] = [await app.signIn(ana.email), await app.signIn(ana.email)];
    expect(one.token).not.toBe(other.token);
    await one.call(logout, {});
    expect((await other.call(getCurrentUser, {})).status).toBe(200);
  });
});

test('no step but the last gives a token or a cookie, or begins a session', async () => {
  const bruno = await registerPerson(app, 'bruno');
  const { recoveryCodes } = await turnOnTwoSteps(bruno);
  const live = await app.elena.connect();
  const device = app.client();
  const refusal = async (code?: string, password = PASSWORD) => {
    const reply = await loginWith(device, bruno.email, code, password);
    expect([reply.content, reply.headers.get('set-cookie')]).toEqual([undefined, null]);
    expect((await bruno.call(listOwnSessions, {})).content).toHaveLength(1);
    await live.fence();
    const pending = live.all('device:pending').length;
    return { status: reply.status, fields: Object.keys(reply.errors), pending };
  };
  Object.assign(app.ctx.config, { deviceApproval: 'all' });
  const [first, second] = recoveryCodes;
  expect(await refusal(first, 'equivocada')).toEqual({ status: 401, fields: [], pending: 0 });
  for (const code of [undefined, 'AAAA-AAAA-AAAA-AAAA'])
    expect(await refusal(code)).toEqual({ status: 401, fields: ['code'], pending: 0 });
  expect(await refusal(first)).toEqual({ status: 403, fields: ['deviceCode'], pending: 1 });
  Object.assign(app.ctx.config, { deviceApproval: 'off' });
  const { headers, content } = await loginWith(app.client(), bruno.email, second);
  expect([content.accessToken, headers.get('set-cookie')]).toEqual([
    expect.stringMatching(/^[\w-]{43}$/),
    expect.stringContaining('chat_files='),
  ]);
  live.close();
});

describe('fields of a sign-in', () => {
  test.each([
    ['email', 'Correo requerido'],
    ['password', 'Contraseña requerida'],
    ['deviceId', 'Identificador de dispositivo no válido'],
  ])('%s is required', async (field, text) => {
    for (const value of [undefined, null, '', 7, ['a']]) {
      const reply = await send({ [field]: value });
      expect([value, reply.status, reply.errors]).toEqual([value, 422, { [field]: [text] }]);
    }
  });

  test('a blank e-mail is none', async () => {
    expect((await send({ email: '  \t ' })).errors).toEqual({ email: ['Correo requerido'] });
  });

  test.each([
    ['email', 'a\u0000@empresa.local'],
    ['email', 'a\ud800@empresa.local'],
    ['email', 'x'.repeat(255)],
    ['password', 'secreta\u0000'],
    ['password', '\udc00secreta'],
    ['password', 'x'.repeat(201)],
    ['deviceId', '1234567'],
    ['deviceId', 'x'.repeat(129)],
    ['deviceId', 'with a blank'],
    ['deviceId', 'dispositivo-ñ'],
    ['deviceId', 'device-of-ana\n'],
  ])('%s cannot be %j', async (field, value) => {
    const reply = await send({ [field]: value });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual([field]);
  });

  test.each(['12345678', 'x'.repeat(128), '_-Az09_-'])('deviceId may be %j', async (deviceId) => {
    expect((await send({ deviceId })).status).toBe(200);
  });

  test('everything wrong is told at once', async () => {
    const reply = await app.client().request('POST', login.path, {});
    expect(Object.keys(reply.errors).sort()).toEqual(['deviceId', 'email', 'password']);
  });
});

describe('signing out', () => {
  test('ends the session: its next request is 401', async () => {
    const someone = await app.signIn(ana.email);
    const reply = await someone.call(logout, {});
    expect(reply).toMatchObject({ status: 200, content: null });
    expect((await someone.call(getCurrentUser, {})).status).toBe(401);
    expect((await someone.call(logout, {})).status).toBe(401);
  });

  test('tells its sockets session:ended and closes them, and leaves their others alone', async () => {
    const [one, other] = [await app.signIn(ana.email), await app.signIn(ana.email)];
    const [liveOne, liveOther] = [await one.connect(), await other.connect()];
    await one.call(logout, {});
    expect(await liveOne.waitFor('session:ended')).toEqual({ reason: 'logout' });
    await liveOne.closed();
    await liveOther.fence();
    expect(liveOther.all('session:ended')).toEqual([]);
    liveOther.close();
  });
});
