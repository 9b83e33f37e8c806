import { confirmTwoSteps, logout, setUpTwoSteps } from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { acceptNotice } from '@chat/contract/privacy-notice';
import type { Route } from '@chat/contract/route';
import type { RequiredStep, Requirements } from '@chat/contract/session';
import { changeOwnPassword, getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { type Client, PASSWORD, type Reply } from '../../../test/client.ts';
import { signals } from '../../../test/matrix/signal-rows.ts';
import { allRestrictions, restrictions, startRestricted } from '../../../test/restrictions.ts';
import { openSocket } from '../../../test/socket-client.ts';
import { codeOf } from '../../../test/two-steps.ts';

const always = ['GET /users/me', 'POST /auth/logout'];
const keyOf = ({ method, path }: Route) => `${method} ${path}`;

const isRefused = ({ status, errors }: Pick<Reply, 'status' | 'errors'>, required: RequiredStep) =>
  status === 403 && JSON.stringify(errors) === JSON.stringify({ required: [required] });

const call = (caller: Client, { method, path, isFile }: Route, headers = {}) =>
  caller.request(
    method,
    path.replaceAll(/:\w+/g, () => crypto.randomUUID()),
    method === 'GET' || isFile ? undefined : {},
    headers,
  );

describe.each(restrictions)('a session that must do $required first', (restriction) => {
  const { required, field, works } = restriction;
  let app: TestApp;
  let running: Client;
  beforeAll(async () => {
    ({ app, running } = await startRestricted(restriction));
  });
  afterAll(() => app.close());

  /** A session that began under the restriction, and one that ran before. */
  const sessions = () => ({ begun: app.elena, running });

  test('is told so by the sign-in and by GET /users/me', async () => {
    const reply = await app.client().login(app.elena.email);
    expect(reply.content).toMatchObject({ ...field, user: { email: app.elena.email } });
    for (const one of Object.values(sessions())) {
      const { content } = await one.call(getCurrentUser, {});
      const supervisor = one.user.isAdmin;
      const standing = { supervision: 'on', supervisor, noticeVersion: null };
      expect(content).toEqual({ ...one.user, ...standing, ...field });
    }
  });

  test.each(['begun', 'running'] as const)(
    'finds what the table allows alone: %s',
    async (kind) => {
      const found: string[] = [];
      const expected = [...always, ...works];
      for (const route of app.app.routes) {
        if (route.access === 'public') continue;
        // The logout would end the session.
        if (route.name === logout.name) found.push(keyOf(route));
        else if (!isRefused(await call(sessions()[kind], route), required))
          found.push(keyOf(route));
      }
      const served = new Set(app.app.routes.map(keyOf));
      expect(found.sort()).toEqual(expected.filter((key) => served.has(key)).sort());
    },
  );

  test('finds public routes as everybody does', async () => {
    for (const route of app.app.routes.filter(({ access }) => access === 'public')) {
      expect(isRefused(await call(app.elena, route), required)).toBe(false);
    }
  });

  test('does not read the description of the API', async () => {
    expect(isRefused(await app.elena.request('GET', '/openapi.json'), required)).toBe(true);
  });

  test('opens no file by its cookie', async () => {
    const reply = await app.client().login(app.elena.email);
    const cookie = firstOf(reply.headers.get('set-cookie')?.split(';'));
    // Other doors take no cookie from anybody (rules/import 20).
    const files = app.app.routes.filter(
      ({ isFile, access, path }) => isFile && access === 'session' && path.startsWith('/files/'),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const route of files) {
      expect(isRefused(await call(app.client(), route, { cookie }), required)).toBe(true);
    }
  });

  test.each(['websocket', 'polling'])(
    'says nothing by its socket, which hears nothing: by %s',
    async (transport) => {
      for (const one of Object.values(sessions())) {
        const { token = '', uuid: userId } = one;
        const { message } = await one.call(listOwnGroups, {});
        const live = await openSocket(app.url, { token }, {}, { transports: [transport] });
        for (const signal of signals) {
          const answer = await live.emit(signal, { accessToken: token, userId });
          expect([signal, answer]).toEqual([signal, { ok: false, message }]);
        }
        await live.fence();
        expect(live.received).toEqual([]);
        live.close();
      }
    },
  );

  test('ends by a logout', async () => {
    const person = await app.signIn(app.elena.email, PASSWORD);
    expect((await person.call(logout, {})).status).toBe(200);
    expect((await person.call(getCurrentUser, {})).status).toBe(401);
  });
});

test('of several things each is told, and asked for one after the other', async () => {
  const { app, running } = await startRestricted(allRestrictions);
  const { email } = running;
  const { field } = allRestrictions;
  const secret = async () => (await running.call(setUpTwoSteps, { body: {} })).content.secret;
  const password = 'otra-clave-456';
  const dos: Record<RequiredStep, () => Promise<Reply>> = {
    PASSWORD: () =>
      running.call(changeOwnPassword, { body: { currentPassword: PASSWORD, password } }),
    TWO_STEPS: async () =>
      running.call(confirmTwoSteps, { body: { code: codeOf(await secret()) } }),
    NOTICE: () => running.call(acceptNotice, { body: { version: field.noticeRequired ?? 0 } }),
  };
  expect((await app.client().login(email)).content).toMatchObject(field);
  const live = await openSocket(app.url, { token: running.token });
  const register = () =>
    live.emit('register', { accessToken: running.token, userId: running.uuid });
  const fieldsNow = async () => {
    const { content } = await running.call(getCurrentUser, {});
    return Object.fromEntries(Object.entries(content).filter(([name]) => name in field));
  };
  const left: Requirements = { ...field };
  for (const [index, { required, field: own }] of restrictions.entries()) {
    expect(await fieldsNow()).toEqual(left);
    const later = restrictions.slice(index + 1).flatMap(({ works }) => works);
    for (const route of app.app.routes.filter((one) => later.includes(keyOf(one)))) {
      expect(isRefused(await call(running, route), required)).toBe(true);
    }
    expect(await register()).toMatchObject({ ok: false });
    expect((await dos[required]()).status).toBe(200);
    for (const name of Object.keys(own)) Reflect.deleteProperty(left, name);
  }
  expect(await fieldsNow()).toEqual({});
  expect(await register()).toEqual({ ok: true });
  expect((await running.call(listOwnGroups, {})).status).toBe(200);
  live.close();
  await app.close();
});
