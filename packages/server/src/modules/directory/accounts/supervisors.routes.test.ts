import { getCurrentUser, updateUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEvents } from '../../../../test/audit-events.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { registerPerson, usersOf } from '../../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../../test/client.ts';

let app: TestApp;
let elena: Client;
let fina: Client;
let ana: Client;
beforeAll(async () => {
  app = await startApp();
  elena = app.elena;
  fina = await registerPerson(app, 'fina', { role: 'ADMIN' });
  ana = await registerPerson(app, 'ana');
});
afterAll(() => app.close());

const change = (by: Client, of: Client, more: object) =>
  by.call(updateUser, {
    params: { userId: of.uuid },
    body: { firstName: 'Nombre', lastName: 'Prueba', email: of.email, ...more },
  });

const supervises = async (person: Client) => {
  const { content } = await person.call(getCurrentUser, {});
  const listed = (await usersOf(elena)).find(({ uuid }) => uuid === person.uuid);
  expect(listed?.supervisor).toBe(content.supervisor);
  return content.supervisor;
};

const recorded = async () => {
  const [given, taken] = await Promise.all([
    auditEvents(elena, { action: 'SUPERVISOR_GIVEN' }),
    auditEvents(elena, { action: 'SUPERVISOR_TAKEN' }),
  ]);
  return [...given, ...taken].length;
};

test('an administrator is a supervisor, and nobody else is', async () => {
  expect(await Promise.all([elena, fina, ana].map(supervises))).toEqual([true, true, false]);
  expect((await elena.call(getCurrentUser, {})).content.supervision).toBe('on');
});

test.each([
  ['without', undefined, 'Escribe tu propia contraseña para cambiar quién supervisa'],
  ['with a blank', '', 'Escribe tu propia contraseña para cambiar quién supervisa'],
  ['with a wrong', 'no-es-esta', 'La contraseña actual no es correcta'],
])('nobody takes it %s own password', async (_, currentPassword, text) => {
  const reply = await change(elena, fina, { supervisor: false, currentPassword });
  expect([reply.status, reply.errors]).toEqual([422, { currentPassword: [text] }]);
  expect(await supervises(fina)).toBe(true);
  expect(await recorded()).toBe(0);
});

test('another administrator takes it and gives it back, by the own password and on record', async () => {
  const body = { currentPassword: PASSWORD };
  const taken = await change(elena, fina, { ...body, supervisor: false });
  expect([taken.status, taken.content.supervisor]).toEqual([200, false]);
  expect(await supervises(fina)).toBe(false);
  const given = await change(elena, fina, { ...body, supervisor: true });
  expect(given.content.supervisor).toBe(true);
  expect(await supervises(fina)).toBe(true);
  const who = { actorId: elena.uuid, targetId: fina.uuid, detail: null };
  expect(await auditEvents(elena, { action: 'SUPERVISOR_TAKEN' })).toMatchObject([who]);
  expect(await auditEvents(elena, { action: 'SUPERVISOR_GIVEN' })).toMatchObject([who]);
});

test("one's own is ignored, and so is what changes nothing", async () => {
  const before = await recorded();
  expect((await change(elena, elena, { supervisor: false })).content.supervisor).toBe(true);
  expect((await change(elena, fina, { supervisor: true })).status).toBe(200);
  expect((await change(elena, fina, {})).content.supervisor).toBe(true);
  expect((await change(elena, ana, { supervisor: false })).status).toBe(200);
  expect(await recorded()).toBe(before);
});

test('the last one may be taken', async () => {
  const body = { supervisor: false, currentPassword: PASSWORD };
  expect((await change(elena, fina, body)).status).toBe(200);
  expect((await change(fina, elena, body)).status).toBe(200);
  expect(await Promise.all([elena, fina].map(supervises))).toEqual([false, false]);
  const back = { supervisor: true, currentPassword: PASSWORD };
  await change(elena, fina, back);
  await change(fina, elena, back);
});

test.each([
  ['somebody who is no administrator', true, 'Solo los administradores pueden supervisar'],
  ['a text', 'true', 'Valor no válido'],
  ['null', null, 'Valor no válido'],
])('a wrong value is refused: %s', async (_, supervisor, text) => {
  const reply = await change(elena, ana, { supervisor, currentPassword: PASSWORD });
  expect([reply.status, reply.errors]).toEqual([422, { supervisor: [text] }]);
});
