import { required } from '@chat/contract/checks';
import { listGroups } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import {
  getCurrentUser,
  listUsers,
  searchUsers,
  type User,
  updateUser,
} from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  gatherCast,
  personForm,
  registerManager,
  registerPerson,
  sendText,
  usersOf,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectUnknownIds, NOBODY, wrongTexts } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
let mario: Client;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  mario = await registerManager(app, 'mario', cast.ventas);
});
afterAll(() => app.close());

const create = (body: object) => app.elena.request<User>('POST', '/users', body);
const update = (userId: string, body: object) =>
  app.elena.request<User>('PUT', `/users/${userId}`, body);

const all = () => usersOf(app.elena);

describe('who may', () => {
  test('an id that names no user is 404', () =>
    expectUnknownIds(app.elena, [[updateUser, personForm('nadie@empresa.local')]]));
});

describe('listing', () => {
  test('users come newest last, with offices, role and managed groups', async () => {
    const { uuid } = (await create(personForm('ultima'))).content;
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

  test('a page tells of the whole', async () => {
    const users = await all();
    const reply = await app.elena.call(listUsers, { query: { page: '2', size: '2' } });
    expect(reply.content).toEqual(users.slice(2, 4));
    expect(reply.pagination?.totalElements).toBe(users.length);
  });
});

describe('changing', () => {
  test('names and e-mail change, the session stays, old messages show the new e-mail', async () => {
    const lara = await registerPerson(app, 'lara');
    const groups = (await app.elena.call(listGroups, {})).content;
    const general = required(
      groups.find(({ name }) => name === 'GENERAL'),
      'group',
    );
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
    const reply = await update(cast.ana.uuid, personForm('ana'));
    expect(reply.status).toBe(422);
    expect(reply.errors).toEqual({ email: ['Correo inválido'] });
  });

  test("another one's e-mail is taken, the own one is not", async () => {
    const taken = await update(cast.ana.uuid, personForm('BRUNO@empresa.local'));
    expect(taken.status).toBe(409);
    expect(taken.errors).toEqual({ email: ['El correo ya está registrado'] });
    expect((await update(cast.ana.uuid, personForm('grupo@empresa.local'))).status).toBe(409);
    expect((await update(cast.ana.uuid, personForm('ANA@empresa.local'))).status).toBe(200);
  });

  test.each(
    (['firstName', 'lastName', 'email'] as const).flatMap((field) =>
      wrongTexts(field === 'email' ? 254 : 100).map(
        ([what, value]) => [field, what, value] as const,
      ),
    ),
  )('a %s that is %s is refused', async (field, _, value) => {
    const reply = await update(cast.ana.uuid, personForm(cast.ana.email, { [field]: value }));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual([field]);
  });

  test('a new e-mail reaches the people of their groups and does not reach Diego', async () => {
    const [ana, diego] = await Promise.all([cast.ana.connect(), cast.diego.connect()]);
    await update(cast.carla.uuid, personForm('carla.nueva@empresa.local'));
    const isVentas = (payload: { groupId: string }) => payload.groupId === cast.ventas.uuid;
    await ana.waitFor('group:changed', isVentas);
    await diego.fence();
    expect(diego.all('group:changed').filter(isVentas)).toEqual([]);
    ana.close();
    diego.close();
  });
});
