import { changeOwnPassword, getCurrentUser, setUserPassword } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { expectUnknownIds } from '../../../../test/wrong-values.ts';

let app: TestApp;
let diego: Client;

beforeAll(async () => {
  app = await startApp();
  diego = await registerPerson(app, 'diego');
});
afterAll(() => app.close());

const NEW_PASSWORD = 'otra-clave-456';

const wrongPasswords: [string, unknown][] = [
  ['missing', undefined],
  ['a number', 1_234_567],
  ['empty', ''],
  ['too short', '12345'],
  ['too long', 'x'.repeat(201)],
  ['with NUL', 'clave\u0000clave'],
  ['with half a character', 'clave\ud800clave'],
];

const isSignedIn = async (client: Client) => (await client.call(getCurrentUser, {})).status === 200;

describe('the own password', () => {
  test('changes with the current one and ends the other sessions alone', async () => {
    const ana = await registerPerson(app, 'ana');
    const phone = await app.signIn(ana.email);
    const [own, live] = [await ana.connect(), await phone.connect()];
    const body = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    expect(await ana.call(changeOwnPassword, { body })).toMatchObject({
      status: 200,
      content: null,
    });
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'password' });
    await own.fence();
    expect(own.all('session:ended')).toEqual([]);
    own.close();
    expect(await isSignedIn(ana)).toBe(true);
    expect(await isSignedIn(phone)).toBe(false);
    expect((await app.client().login(ana.email)).status).toBe(401);
    expect((await app.client().login(ana.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('stays when the current one is wrong', async () => {
    const body = { currentPassword: 'no-es-esta', password: NEW_PASSWORD };
    const reply = await diego.call(changeOwnPassword, { body });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['currentPassword']);
    expect((await app.client().login(diego.email)).status).toBe(200);
  });

  test.each([undefined, ''])('stays when the current one is %j', async (currentPassword) => {
    const body = { currentPassword, password: NEW_PASSWORD };
    const reply = await diego.call(changeOwnPassword, { body });
    expect(reply.status).toBe(422);
    expect(reply.errors).toEqual({ currentPassword: ['Contraseña requerida'] });
    expect((await app.client().login(diego.email)).status).toBe(200);
  });

  test.each(wrongPasswords)('a new one that is %s is refused', async (_, password) => {
    const body = { currentPassword: PASSWORD, password };
    const reply = await diego.request('PUT', '/users/me/password', body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['password']);
  });

  test('is guessed as slowly as at the sign-in: 429 at the limit, even for the right one', async () => {
    const strict = await startApp({ loginRate: 3 });
    const eva = await registerPerson(strict, 'eva');
    const change = (currentPassword: string) =>
      eva.call(changeOwnPassword, { body: { currentPassword, password: NEW_PASSWORD } });
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => change(`clave-${i}`)));
    const statuses = guesses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(3).fill(422), ...Array(9).fill(429)]);
    expect((await change(PASSWORD)).status).toBe(429);
    await strict.close();
  });
});

describe("a user's password", () => {
  test('of nobody is 404', () =>
    expectUnknownIds(app.elena, [[setUserPassword, { password: NEW_PASSWORD }]]));

  test("of another administrator takes the caller's own as well", async () => {
    const { uuid, email } = await registerPerson(app, 'gema', { role: 'ADMIN' });
    const set = (body: object) => app.elena.request('PUT', `/users/${uuid}/password`, body);
    for (const currentPassword of [undefined, '', 'no-es-esta']) {
      const reply = await set({ password: NEW_PASSWORD, currentPassword });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.errors)).toEqual(['currentPassword']);
    }
    expect((await app.client().login(email)).status).toBe(200);
    expect((await set({ password: NEW_PASSWORD, currentPassword: PASSWORD })).status).toBe(200);
    expect((await app.client().login(email, NEW_PASSWORD)).status).toBe(200);
  });

  test('that somebody else has set is told at the next sign-in, once', async () => {
    const own = await registerPerson(app, 'sara');
    const { uuid, email } = own;
    expect((await own.login(email)).content).not.toHaveProperty('passwordReset');
    const body = { password: NEW_PASSWORD };
    await app.elena.call(setUserPassword, { params: { userId: uuid }, body });
    // A later device may belong to the administrator who reset the password, so the user's own device shows the reset
    // too.
    const stranger = app.client();
    const passwordReset = { by: app.elena.email, at: expect.stringMatching(/Z$/) };
    expect((await stranger.login(email, NEW_PASSWORD)).content.passwordReset).toEqual(
      passwordReset,
    );
    expect((await own.login(email, NEW_PASSWORD)).content.passwordReset).toEqual(passwordReset);
    for (const client of [own, stranger, app.client()]) {
      const { content } = await client.login(email, NEW_PASSWORD);
      expect(content).not.toHaveProperty('passwordReset');
    }
  });

  test('wins over a change under way by who knows the old one, in whatever order', async () => {
    for (let round = 0; round < 12; round++) {
      const thief = await registerPerson(app, `victima${round}`);
      const change = { currentPassword: PASSWORD, password: 'clave-del-ladron' };
      const [, changed] = await Promise.all([
        app.elena.call(setUserPassword, {
          params: { userId: thief.uuid },
          body: { password: NEW_PASSWORD },
        }),
        thief.call(changeOwnPassword, { body: change }),
      ]);
      expect([200, 401, 422]).toContain(changed.status);
      expect((await app.client().login(thief.email, NEW_PASSWORD)).status).toBe(200);
      expect((await app.client().login(thief.email, 'clave-del-ladron')).status).toBe(401);
    }
  });

  test.each(wrongPasswords)('one that is %s is refused', async (_, password) => {
    const reply = await app.elena.request('PUT', `/users/${diego.uuid}/password`, { password });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['password']);
  });
});
