import { logout } from '@chat/contract/auth';
import { firstOf } from '@chat/contract/checks';
import type { RequiredStep } from '@chat/contract/required-steps';
import type { Route } from '@chat/contract/route';
import { getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { type Client, PASSWORD, type Reply } from '../../../test/client.ts';
import { signalRows } from '../../../test/matrix/signal-rows.ts';
import { restrictions, startRestricted } from '../../../test/restrictions.ts';
import { openSocket } from '../../../test/socket-client.ts';

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

  test('says nothing by its socket, which hears nothing', async () => {
    const { token = '', uuid: userId } = app.elena;
    const live = await openSocket(app.url, { token });
    const events = new Set(signalRows.map(({ event }) => event));
    for (const event of events) {
      const answer = await live.emit(event, { accessToken: token, userId });
      expect([event, answer.ok]).toEqual([event, false]);
    }
    await live.fence();
    expect(live.received).toEqual([]);
    live.close();
  });

  test('ends by a logout', async () => {
    const person = await app.signIn(app.elena.email, PASSWORD);
    expect((await person.call(logout, {})).status).toBe(200);
    expect((await person.call(getCurrentUser, {})).status).toBe(401);
  });
});
