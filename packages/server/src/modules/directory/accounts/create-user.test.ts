import { createGroup, listOwnGroups } from '@chat/contract/groups';
import { listUsers, type User } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast, personForm, usersOf } from '../../../../test/cast.ts';
import { PASSWORD } from '../../../../test/client.ts';
import { NOBODY, wrongTexts, wrongUuidLists } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const create = (body: object) => app.elena.request<User>('POST', '/users', body);
const all = () => usersOf(app.elena);

test('a user is registered with trimmed names and a lowercased e-mail', async () => {
  const names = { firstName: ' Hugo ', lastName: ' Pérez ' };
  const reply = await create(personForm(' HUGO@Empresa.Local ', names));
  expect(reply.status).toBe(201);
  expect(reply.content).toEqual({
    uuid: expect.any(String),
    id: expect.any(Number),
    firstName: 'Hugo',
    lastName: 'Pérez',
    email: 'hugo@empresa.local',
    role: 'USER',
    isAdmin: false,
    supervisor: false,
    offices: [],
    connectionStatus: 'OFFLINE',
    blockedAt: null,
    groupPermissions: [],
  });
  expect((await app.client().login('hugo@empresa.local')).status).toBe(200);
});

test('an e-mail without @ gets the default domain', async () => {
  const reply = await create(personForm(' Irene '));
  expect(reply.content.email).toBe('irene@empresa.local');
});

test('every new user joins GENERAL and the groups named for them, whose offices they have', async () => {
  const groupUuids = [cast.ventas.uuid, cast.ventas.uuid];
  const reply = await create(personForm('julia@empresa.local', { groupUuids }));
  expect(reply.content.offices).toEqual(['Madrid']);
  const julia = await app.signIn('julia@empresa.local');
  const own = (await julia.call(listOwnGroups, {})).content.map(({ name }) => name);
  expect(own).toEqual(['GENERAL', 'Ventas']);
});

test('an administrator is registered by role and joins no group', async () => {
  const reply = await create(
    personForm('kike@empresa.local', { role: 'ADMIN', currentPassword: PASSWORD }),
  );
  expect(reply.content).toMatchObject({ role: 'ADMIN', isAdmin: true });
  const kike = await app.signIn('kike@empresa.local');
  expect((await kike.call(listOwnGroups, {})).content).toEqual([]);
  expect((await kike.call(listUsers, {})).status).toBe(200);
});

test("an administrator is registered with the caller's own password alone", async () => {
  const administrator = { ...personForm('lola@empresa.local'), role: 'ADMIN' };
  for (const currentPassword of [undefined, '', 'no-es-esta', 7]) {
    const reply = await create({ ...administrator, currentPassword });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['currentPassword']);
  }
  expect((await all()).map(({ email }) => email)).not.toContain('lola@empresa.local');
  expect((await create({ ...administrator, currentPassword: PASSWORD })).status).toBe(201);
});

test('the own password is guessed there as slowly as at the sign-in', async () => {
  const strict = await startApp({ loginRate: 3 });
  const administrator = { ...personForm('lola@empresa.local'), role: 'ADMIN' };
  const register = (currentPassword: string) =>
    strict.elena.request('POST', '/users', { ...administrator, currentPassword });
  const statuses: number[] = [];
  for (const n of [1, 2, 3, 4]) statuses.push((await register(`clave-${n}`)).status);
  expect(statuses).toEqual([422, 422, 422, 429]);
  expect((await register(PASSWORD)).status).toBe(429);
  await strict.close();
});

test.each(['GROUP_MANAGER', 'otro', 7])('the role %j cannot be given', async (role) => {
  const reply = await create(personForm('rol@empresa.local', { role }));
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.errors)).toEqual(['role']);
});

test('an e-mail is taken whatever the case', async () => {
  for (const email of ['ana', 'ANA@EMPRESA.LOCAL']) {
    const reply = await create(personForm(email));
    expect(reply.status).toBe(409);
    expect(reply.errors).toEqual({ email: ['El correo ya está registrado'] });
  }
});

test("nobody is registered with the group chats' address", async () => {
  for (const email of ['grupo', 'GRUPO@empresa.local']) {
    expect((await create(personForm(email))).status).toBe(409);
  }
});

test('of many who take an e-mail at once, one gets it and the others 409', async () => {
  const replies = await Promise.all(
    Array.from({ length: 4 }, () => create(personForm('a-la-vez'))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});

test.each([
  ['firstName', 'El nombre es obligatorio'],
  ['lastName', 'El apellido es obligatorio'],
  ['email', 'Correo requerido'],
  ['password', 'Contraseña requerida'],
])('an empty %s answers %j', async (field, text) => {
  const reply = await create(personForm('vacio@empresa.local', { [field]: '' }));
  expect(reply.status).toBe(422);
  expect(reply.errors).toEqual({ [field]: [text] });
});

test.each(['a b@empresa.local', 'a@', '@empresa.local', 'a@b@c.es', 'ñ@empresa.local'])(
  'the e-mail %j is refused',
  async (email) => {
    const reply = await create(personForm(email));
    expect(reply.status).toBe(422);
    expect(reply.errors).toEqual({ email: ['Correo inválido'] });
  },
);

test('a password has 6 to 200 characters and is kept as it is', async () => {
  const short = await create(personForm('clave@empresa.local', { password: '12345' }));
  expect(short.errors).toEqual({ password: ['Mínimo 6 caracteres'] });
  const long = await create(personForm('clave@empresa.local', { password: 'x'.repeat(201) }));
  expect([long.status, Object.keys(long.errors)]).toEqual([422, ['password']]);
  const password = '  ñandú 🚀 ';
  expect((await create(personForm('clave@empresa.local', { password }))).status).toBe(201);
  expect((await app.client().login('clave@empresa.local', password)).status).toBe(200);
  expect((await app.client().login('clave@empresa.local', password.trim())).status).toBe(401);
});

test.each(
  (['firstName', 'lastName', 'email'] as const).flatMap((field) =>
    wrongTexts(field === 'email' ? 254 : 100).map(([what, value]) => [field, what, value] as const),
  ),
)('a %s that is %s is refused', async (field, _, value) => {
  const reply = await create(personForm('mal@empresa.local', { [field]: value }));
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.errors)).toEqual([field]);
});

test.each([...wrongUuidLists, ['a list with a stranger', [NOBODY]]])(
  'groups given as %s are refused and nobody is registered',
  async (_, groupUuids) => {
    const reply = await create(personForm('sin-grupo@empresa.local', { groupUuids }));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['groupUuids']);
    expect((await all()).map(({ email }) => email)).not.toContain('sin-grupo@empresa.local');
  },
);

test('reaches the people of their groups and does not reach who is in none of them', async () => {
  const outsider = await app.signIn((await create(personForm('fuera'))).content.email);
  const group = await app.elena.call(createGroup, {
    body: { name: 'Recibe', userUuids: [cast.ana.uuid] },
  });
  const [ana, elena, live] = await Promise.all([
    cast.ana.connect(),
    app.elena.connect(),
    outsider.connect(),
  ]);
  const groupId = group.content.uuid;
  await create(personForm('recibido@empresa.local', { groupUuids: [groupId] }));
  await ana.waitFor('group:changed', (payload) => payload.groupId === groupId);
  await elena.waitFor('group:changed', (payload) => payload.groupId === groupId);
  await live.fence();
  expect(live.all('group:changed').map((payload) => payload.groupId)).not.toContain(groupId);
  for (const one of [ana, elena, live]) one.close();
});
