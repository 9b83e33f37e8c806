import { listOwnGroups } from '@chat/contract/groups';
import { changeOwnPassword, getCurrentUser, setUserPassword } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';

const NEW_PASSWORD = 'otra-clave-456';

let keeping: TestApp;
let app: TestApp;
let before: Client;
beforeAll(async () => {
  keeping = await startApp();
  before = await registerPerson(keeping, 'antes');
  app = await keeping.restart(async () => {}, { firstPassword: 'change' });
});
afterAll(() => app.close());

const mustChange = async (person: Client) =>
  (await person.call(getCurrentUser, {})).content.mustChangePassword;
const changeOwn = (person: Client, currentPassword: string, password: string) =>
  person.call(changeOwnPassword, { body: { currentPassword, password } });
const setFor = (person: Client, body: { password: string; currentPassword?: string }) =>
  app.elena.call(setUserPassword, { params: { userId: person.uuid }, body });

describe('with FIRST_PASSWORD=change', () => {
  test('a person who was registered by an administrator must change their password first', async () => {
    const ana = await registerPerson(app, 'ana');
    expect(await mustChange(ana)).toBe(true);
    expect((await changeOwn(ana, PASSWORD, NEW_PASSWORD)).status).toBe(200);
    expect(await mustChange(ana)).toBeUndefined();
    expect((await ana.call(listOwnGroups, {})).status).toBe(200);
    expect(
      (await app.client().login(ana.email, NEW_PASSWORD)).content.mustChangePassword,
    ).toBeUndefined();
  });

  test('the same password again is 422, and only while it must change', async () => {
    const bruno = await registerPerson(app, 'bruno');
    const same = await changeOwn(bruno, PASSWORD, PASSWORD);
    expect(same.status).toBe(422);
    expect(same.errors).toEqual({ password: ['Elige una contraseña distinta de la actual'] });
    const wrong = await changeOwn(bruno, NEW_PASSWORD, NEW_PASSWORD);
    expect(Object.keys(wrong.errors)).toEqual(['currentPassword']);
    expect(await mustChange(bruno)).toBe(true);
    expect((await changeOwn(bruno, PASSWORD, NEW_PASSWORD)).status).toBe(200);
    expect((await changeOwn(bruno, NEW_PASSWORD, NEW_PASSWORD)).status).toBe(200);
  });

  test('a password that an administrator sets must be changed first', async () => {
    const again = await app.signIn(before.email);
    expect(await mustChange(again)).toBeUndefined();
    expect((await setFor(again, { password: NEW_PASSWORD })).status).toBe(200);
    const reply = await app.client().login(before.email, NEW_PASSWORD);
    expect(reply.content.mustChangePassword).toBe(true);
  });

  test('a password that one sets for oneself need not', async () => {
    const boss = await app.signIn(app.elena.email);
    expect((await setFor(app.elena, { password: PASSWORD })).status).toBe(200);
    expect((await boss.call(getCurrentUser, {})).status).toBe(401);
    await app.elena.signIn(app.elena.email);
    expect(await mustChange(app.elena)).toBeUndefined();
  });
});

test('FIRST_PASSWORD holds for passwords set from then on, and for nobody while it is `keep`', async () => {
  const own = await startApp();
  const older = await registerPerson(own, 'dario');
  const changing = await own.restart(async () => {}, { firstPassword: 'change' });
  const newer = await registerPerson(changing, 'eva');
  const signedIn = async (app: TestApp, { email }: Client) => mustChange(await app.signIn(email));
  expect(await signedIn(changing, older)).toBeUndefined();
  expect(await signedIn(changing, newer)).toBe(true);
  const kept = await changing.restart(async () => {}, { firstPassword: 'keep' });
  expect(await signedIn(kept, newer)).toBeUndefined();
  await kept.close();
});
