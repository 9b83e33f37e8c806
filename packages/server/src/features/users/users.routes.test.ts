import { createGroup, listGroups, listOwnGroups } from '@chat/contract/groups/groups.routes';
import type { Group } from '@chat/contract/groups/groups.schema';
import { listMessages } from '@chat/contract/messages/messages.routes';
import { assignPermissions } from '@chat/contract/permissions/permissions.routes';
import {
  createUser as createUserRoute,
  getCurrentUser,
  listUsers,
  searchUsers,
  updateUser,
} from '@chat/contract/users/users.routes';
import type { User } from '@chat/contract/users/users.schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, registerPerson, sendText } from '../../../test/cast.ts';
import { type Client, PASSWORD } from '../../../test/client.ts';
import {
  expectClosedTo,
  expectUnknownIds,
  expectWrongPages,
  NOBODY,
  wrongTexts,
  wrongUuidLists,
} from '../../../test/wrong-values.ts';

const createUser = createUserRoute('empresa.local');

let app: TestApp;
let cast: Cast;
/** Manages Ventas. */
let mario: Client;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  mario = await registerPerson(app, 'mario');
  const body = { groupIds: [cast.ventas.uuid] };
  await app.elena.call(assignPermissions, { params: { userId: mario.uuid }, body });
});
afterAll(() => app.close());

const person = (email: string, more: object = {}) => ({
  firstName: 'Nombre',
  lastName: 'Apellido',
  email,
  password: PASSWORD,
  ...more,
});

const create = (body: object) => app.elena.request<User>('POST', '/users', body);
const update = (userId: string, body: object) =>
  app.elena.request<User>('PUT', `/users/${userId}`, body);

const all = async () => (await app.elena.call(listUsers, {})).content as User[];

describe('who may', () => {
  test('only administrators register and change users', () =>
    expectClosedTo(app, [createUser, updateUser], [cast.ana, mario]));

  test('a user who manages nothing does not list users', () =>
    expectClosedTo(app, [listUsers, searchUsers], [cast.ana, cast.diego]));

  test('an id that names no user is 404', () =>
    expectUnknownIds(app.elena, [[updateUser, person('nadie@empresa.local')]]));
});

describe('registering', () => {
  test('a user is registered with trimmed names and a lowercased e-mail', async () => {
    const reply = await create(
      person('  Hugo.Pérez  ', {
        firstName: ' Hugo ',
        lastName: ' Pérez ',
        email: ' HUGO@Empresa.Local ',
      }),
    );
    expect(reply.status).toBe(201);
    expect(reply.content).toEqual({
      uuid: expect.any(String),
      id: expect.any(Number),
      firstName: 'Hugo',
      lastName: 'Pérez',
      email: 'hugo@empresa.local',
      role: 'USER',
      isAdmin: false,
      offices: [],
      connectionStatus: 'OFFLINE',
      blockedAt: null,
      groupPermissions: [],
    });
    expect((await app.client().login('hugo@empresa.local')).status).toBe(200);
  });

  test('an e-mail without @ gets the default domain', async () => {
    const reply = await create(person(' Irene '));
    expect(reply.content.email).toBe('irene@empresa.local');
  });

  test('every new user joins GENERAL and the groups named for him, whose offices he has', async () => {
    const groupUuids = [cast.ventas.uuid, cast.ventas.uuid];
    const reply = await create(person('julia@empresa.local', { groupUuids }));
    expect(reply.content.offices).toEqual(['Madrid']);
    const julia = await app.signIn('julia@empresa.local');
    const own = (await julia.call(listOwnGroups, {})).content.map(({ name }) => name);
    expect(own).toEqual(['GENERAL', 'Ventas']);
  });

  test('an administrator is registered by role and joins no group', async () => {
    const reply = await create(person('kike@empresa.local', { role: 'ADMIN' }));
    expect(reply.content).toMatchObject({ role: 'ADMIN', isAdmin: true });
    const kike = await app.signIn('kike@empresa.local');
    expect((await kike.call(listOwnGroups, {})).content).toEqual([]);
    expect((await kike.call(listUsers, {})).status).toBe(200);
  });

  test.each(['GROUP_MANAGER', 'otro', 7])('the role %j cannot be given', async (role) => {
    const reply = await create(person('rol@empresa.local', { role }));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['role']);
  });

  test('an e-mail is taken whatever the case', async () => {
    for (const email of ['ana', 'ANA@EMPRESA.LOCAL']) {
      const reply = await create(person(email));
      expect(reply.status).toBe(409);
      expect(reply.errors).toEqual({ email: ['El correo ya está registrado'] });
    }
  });

  test("nobody is registered with the group chats' address", async () => {
    for (const email of ['grupo', 'GRUPO@empresa.local']) {
      expect((await create(person(email))).status).toBe(409);
    }
  });

  test('of many who take an e-mail at once, one gets it and the others 409', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => create(person('a-la-vez'))));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test.each([
    ['firstName', 'El nombre es obligatorio'],
    ['lastName', 'El apellido es obligatorio'],
    ['email', 'Correo requerido'],
    ['password', 'Contraseña requerida'],
  ])('an empty %s answers %j', async (field, text) => {
    const reply = await create(person('vacio@empresa.local', { [field]: '' }));
    expect(reply.status).toBe(422);
    expect(reply.errors).toEqual({ [field]: [text] });
  });

  test.each(['a b@empresa.local', 'a@', '@empresa.local', 'a@b@c.es', 'ñ@empresa.local'])(
    'the e-mail %j is refused',
    async (email) => {
      const reply = await create(person(email));
      expect(reply.status).toBe(422);
      expect(reply.errors).toEqual({ email: ['Correo inválido'] });
    },
  );

  test('a password has 6 to 200 characters and is kept as it is', async () => {
    const short = await create(person('clave@empresa.local', { password: '12345' }));
    expect(short.errors).toEqual({ password: ['Mínimo 6 caracteres'] });
    const long = await create(person('clave@empresa.local', { password: 'x'.repeat(201) }));
    expect([long.status, Object.keys(long.errors)]).toEqual([422, ['password']]);
    const password = '  ñandú 🚀 ';
    expect((await create(person('clave@empresa.local', { password }))).status).toBe(201);
    expect((await app.client().login('clave@empresa.local', password)).status).toBe(200);
    expect((await app.client().login('clave@empresa.local', password.trim())).status).toBe(401);
  });

  test.each(
    (['firstName', 'lastName', 'email'] as const).flatMap((field) =>
      wrongTexts(field === 'email' ? 254 : 100).map(
        ([what, value]) => [field, what, value] as const,
      ),
    ),
  )('a %s that is %s is refused', async (field, _, value) => {
    const reply = await create(person('mal@empresa.local', { [field]: value }));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual([field]);
  });

  test.each([...wrongUuidLists, ['a list with a stranger', [NOBODY]]])(
    'groups given as %s are refused and nobody is registered',
    async (_, groupUuids) => {
      const reply = await create(person('sin-grupo@empresa.local', { groupUuids }));
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.errors)).toEqual(['groupUuids']);
      expect((await all()).map(({ email }) => email)).not.toContain('sin-grupo@empresa.local');
    },
  );

  test('reaches the people of his groups and does not reach who is in none of them', async () => {
    const outsider = await app.signIn((await create(person('fuera'))).content.email);
    const group = await app.elena.call(createGroup, {
      body: { name: 'Recibe', userUuids: [cast.ana.uuid] },
    });
    const [ana, elena, live] = await Promise.all([
      cast.ana.connect(),
      app.elena.connect(),
      outsider.connect(),
    ]);
    const groupId = group.content.uuid;
    await create(person('recibido@empresa.local', { groupUuids: [groupId] }));
    await ana.hear('group:changed', (payload) => payload.groupId === groupId);
    await elena.hear('group:changed', (payload) => payload.groupId === groupId);
    await live.fence();
    expect(live.all('group:changed').map((payload) => payload.groupId)).not.toContain(groupId);
    for (const one of [ana, elena, live]) one.close();
  });
});

describe('listing', () => {
  test('users come newest last, with offices, role and managed groups', async () => {
    const { uuid } = (await create(person('ultima'))).content;
    const users = await all();
    expect(users.at(-1)?.uuid).toBe(uuid);
    expect(users.find((user) => user.uuid === cast.ana.uuid)).toMatchObject({
      offices: ['Madrid'],
    });
    expect(users.find((user) => user.uuid === mario.uuid)).toMatchObject({
      role: 'GROUP_MANAGER',
      groupPermissions: [cast.ventas.uuid],
    });
  });

  test('a group manager gets names, e-mails and ids alone', async () => {
    for (const route of [listUsers, searchUsers]) {
      const users = (await mario.call(route, {})).content;
      expect(users.find(({ uuid }) => uuid === cast.ana.uuid)).toEqual({
        uuid: cast.ana.uuid,
        id: cast.ana.user.id,
        firstName: 'ana',
        lastName: 'Prueba',
        email: cast.ana.email,
      });
    }
  });

  test('the search finds part of an e-mail whatever the case, and nothing stands for anything', async () => {
    const emails = async (email: string) =>
      (await app.elena.call(searchUsers, { query: { email } })).content.map((user) => user.email);
    expect(await emails(' DIEGO@ ')).toEqual(['diego@empresa.local']);
    expect(await emails('  ')).toHaveLength((await all()).length);
    expect(await emails('')).toHaveLength((await all()).length);
    for (const text of ['%', '_', '\\', 'ana%local']) expect(await emails(text)).toEqual([]);
  });

  test.each([
    ['with NUL', '%00'],
    ['too long', 'x'.repeat(255)],
  ])('a search that is %s is refused', async (_, text) => {
    const reply = await app.elena.request('GET', `/users/search?email=${text}`);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['email']);
  });

  test('a page tells of the whole, and one out of range is refused', async () => {
    const users = await all();
    const reply = await app.elena.call(listUsers, { query: { page: '2', size: '2' } });
    expect(reply.content).toEqual(users.slice(2, 4));
    expect(reply.pagination?.totalElements).toBe(users.length);
    await expectWrongPages(app.elena, [listUsers, searchUsers]);
  });
});

describe('changing', () => {
  test('names and e-mail change, the session stays, old messages show the new e-mail', async () => {
    const lara = await registerPerson(app, 'lara');
    const groups = (await app.elena.call(listGroups, {})).content;
    const general = groups.find(({ name }) => name === 'GENERAL') as Group;
    const chats = await lara.request<{ chatUuid: string }[]>(
      'GET',
      `/groups/${general.uuid}/chats`,
    );
    const chatId = chats.content[0]?.chatUuid ?? NOBODY;
    await sendText(lara, chatId, 'antes del cambio');

    const body = { firstName: 'Lara', lastName: 'Croft', email: ' Lara.Croft@Empresa.Local ' };
    const reply = await update(lara.uuid, body);

    const email = 'lara.croft@empresa.local';
    expect(reply).toMatchObject({ status: 200, content: { firstName: 'Lara', email } });
    expect((await lara.call(getCurrentUser, {})).content.email).toBe(email);
    const messages = await lara.call(listMessages, { params: { chatId } });
    expect(messages.content.at(-1)).toMatchObject({
      content: 'antes del cambio',
      senderEmail: email,
    });
  });

  test('an e-mail without @ is not completed', async () => {
    const reply = await update(cast.ana.uuid, person('ana'));
    expect(reply.status).toBe(422);
    expect(reply.errors).toEqual({ email: ['Correo inválido'] });
  });

  test("another one's e-mail is taken, the own one is not", async () => {
    const taken = await update(cast.ana.uuid, person('BRUNO@empresa.local'));
    expect(taken.status).toBe(409);
    expect(taken.errors).toEqual({ email: ['El correo ya está registrado'] });
    expect((await update(cast.ana.uuid, person('grupo@empresa.local'))).status).toBe(409);
    expect((await update(cast.ana.uuid, person('ANA@empresa.local'))).status).toBe(200);
  });

  test.each(
    (['firstName', 'lastName', 'email'] as const).flatMap((field) =>
      wrongTexts(field === 'email' ? 254 : 100).map(
        ([what, value]) => [field, what, value] as const,
      ),
    ),
  )('a %s that is %s is refused', async (field, _, value) => {
    const reply = await update(cast.ana.uuid, person(cast.ana.email, { [field]: value }));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual([field]);
  });

  test('a new e-mail reaches the people of his groups and does not reach Diego', async () => {
    const [ana, diego] = await Promise.all([cast.ana.connect(), cast.diego.connect()]);
    await update(cast.carla.uuid, person('carla.nueva@empresa.local'));
    const isVentas = (payload: { groupId: string }) => payload.groupId === cast.ventas.uuid;
    await ana.hear('group:changed', isVentas);
    await diego.fence();
    expect(diego.all('group:changed').filter(isVentas)).toEqual([]);
    ana.close();
    diego.close();
  });
});
