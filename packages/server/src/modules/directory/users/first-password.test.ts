import { listOwnGroups } from '@chat/contract/groups';
import { changeOwnPassword, getCurrentUser, setUserPassword } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCommand } from '../../../../test/admin-command.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';
import { importCsv } from '../../../../test/csv.ts';
import { accept, invite, tokenOf } from '../../../../test/invitations.ts';
import { createAdminContext, runCommand } from '../../../commands/admin/operations.ts';

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

  test('an administrator whom another one registered, or whose password another one set, must too', async () => {
    const jefa = await registerPerson(app, 'jefa', { role: 'ADMIN' });
    expect(await mustChange(jefa)).toBe(true);
    expect((await changeOwn(jefa, PASSWORD, NEW_PASSWORD)).status).toBe(200);
    const body = { password: PASSWORD, currentPassword: PASSWORD };
    expect((await setFor(jefa, body)).status).toBe(200);
    expect(await mustChange(await app.signIn(jefa.email))).toBe(true);
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

  test('a password that a person chooses by an invitation need not', async () => {
    const carla = await registerPerson(app, 'carla');
    expect(await mustChange(carla)).toBe(true);
    const csv = 'nombre;apellido;correo\nDora;Gil;dora';
    const { content } = await importCsv(app.elena, csv, { invite: '1' });
    const links = content.invitations.map(tokenOf);
    for (const token of [await invite(app.elena, carla.uuid), ...links]) {
      const { email } = (await accept(app.client(), token, NEW_PASSWORD)).content;
      const reply = await app.client().login(email, NEW_PASSWORD);
      expect([reply.status, reply.content.mustChangePassword]).toEqual([200, undefined]);
    }
    expect(links).toHaveLength(1);
  });

  test('a password that the command line sets need not', async () => {
    const gema = await registerPerson(app, 'gema');
    const ctx = createAdminContext(app.ctx.config, app.ctx.db);
    const words = ['set-password', '--email', gema.email, '--password', NEW_PASSWORD];
    await runCommand(ctx, adminCommand(...words));
    await ctx.sessions.close();
    expect(await mustChange(await app.signIn(gema.email, NEW_PASSWORD))).toBeUndefined();
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
