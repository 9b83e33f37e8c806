import { listGroupChats } from '@chat/contract/chats/chats.routes';
import {
  createGroup,
  deleteGroup,
  listGroups,
  listOwnGroups,
  updateGroup,
} from '@chat/contract/groups/groups.routes';
import type { CreateGroupInput, Group } from '@chat/contract/groups/groups.schema';
import { listMessages } from '@chat/contract/messages/messages.routes';
import { assignPermissions } from '@chat/contract/permissions/permissions.routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, gatherCast, registerPerson, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import {
  expectClosedTo,
  expectUnknownIds,
  expectWrongPages,
  NOBODY,
  wrongTexts,
  wrongUuidLists,
} from '../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
/** Manages Ventas without taking part in it. */
let mario: Client;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  mario = await registerPerson(app, 'mario');
  const body = { groupIds: [cast.ventas.uuid] };
  await app.elena.call(assignPermissions, { params: { userId: mario.uuid }, body });
});
afterAll(() => app.close());

const create = (body: CreateGroupInput) => app.elena.call(createGroup, { body });
const rename = (client: Client, groupId: string, name: string) =>
  client.call(updateGroup, { params: { groupId }, body: { name } });
const remove = (client: Client, groupId: string) =>
  client.call(deleteGroup, { params: { groupId } });

async function general(): Promise<Group> {
  const groups = (await app.elena.call(listGroups, {})).content;
  return groups.find(({ name }) => name === 'GENERAL') as Group;
}

describe('who may', () => {
  test('only administrators register and delete groups', () =>
    expectClosedTo(app, [createGroup, deleteGroup], [cast.ana, cast.diego, mario]));

  test('a user who manages nothing neither lists nor renames groups', () =>
    expectClosedTo(app, [listGroups, updateGroup], [cast.ana, cast.diego]));

  test('an id that names no group is 404', () =>
    expectUnknownIds(app.elena, [[updateGroup, { name: 'Grupo' }], [deleteGroup]]));
});

describe('registering', () => {
  test('a group is registered in its office with its people', async () => {
    const { officeId, projectId, officine } = cast.ventas;
    const reply = await create({
      name: '  Compras ',
      description: 'Todo\r\nlo que se compra ',
      userUuids: [cast.ana.uuid, cast.bruno.uuid, cast.ana.uuid],
      projectId,
      officeId,
    });
    expect(reply.status).toBe(201);
    expect(reply.content).toEqual({
      uuid: expect.any(String),
      id: expect.any(Number),
      name: 'Compras',
      description: 'Todo\nlo que se compra ',
      officine,
      officeId,
      projectId,
      participantsCount: 2,
    });
  });

  test('a group is registered without office, and the administrator is no participant', async () => {
    const reply = await create({ name: 'Sin oficina', officeId: null, projectId: null });
    expect(reply.content).toMatchObject({ officine: null, officeId: null, participantsCount: 0 });
  });

  test('a new group has its group chat', async () => {
    const group = (await create({ name: 'Con chat', userUuids: [cast.ana.uuid] })).content;
    const chats = await cast.ana.call(listGroupChats, { params: { groupId: group.uuid } });
    expect(chats.content).toHaveLength(1);
    expect(chats.content[0]).toMatchObject({ chatType: 'GROUP', email: 'grupo@empresa.local' });
  });

  test('names are unique in an office whatever the case, office-less groups among themselves', async () => {
    const { officeId } = cast.ventas;
    const taken = await create({ name: 'VENTAS', officeId });
    expect(taken.status).toBe(409);
    expect(taken.errors.name).toHaveLength(1);
    expect((await create({ name: 'Ventas' })).status).toBe(201);
    expect((await create({ name: 'ventas' })).status).toBe(409);
  });

  test('of many who take a name at once, one gets it and the others 409', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => create({ name: 'A la vez', userUuids: [cast.ana.uuid] })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test.each(['GENERAL', 'general', ' General '])('the name %j is reserved', async (name) => {
    for (const officeId of [null, cast.ventas.officeId]) {
      const reply = await create({ name, officeId });
      expect(reply.status).toBe(409);
      expect(reply.errors.name).toHaveLength(1);
    }
  });

  test.each(wrongTexts(100))('a name that is %s is refused', async (_, name) => {
    const reply = await app.elena.request('POST', '/groups', { name });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['name']);
  });

  test.each([
    ['a number', 7],
    ['too long', 'x'.repeat(501)],
    ['with NUL', '\u0000'],
    ['with half a character', '\ud800'],
  ])('a description that is %s is refused', async (_, description) => {
    const reply = await app.elena.request('POST', '/groups', { name: 'Descrito', description });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['description']);
  });

  test('a project without office asks for the office', async () => {
    const reply = await create({ name: 'Sin elegir', projectId: cast.ventas.projectId });
    expect(reply.status).toBe(422);
    expect(reply.errors).toEqual({ officeId: ['Selecciona una oficina'] });
  });

  test('an unknown office, or a project that is not its own, is refused on its field', async () => {
    const unknown = await create({ name: 'Perdido', officeId: NOBODY });
    expect([unknown.status, Object.keys(unknown.errors)]).toEqual([422, ['officeId']]);
    const { officeId } = cast.ventas;
    const other = await create({ name: 'Perdido', officeId, projectId: NOBODY });
    expect([other.status, Object.keys(other.errors)]).toEqual([422, ['projectId']]);
  });

  test.each([...wrongUuidLists, ['a list with a stranger', [NOBODY]]])(
    'people given as %s are refused and nothing is registered',
    async (_, userUuids) => {
      const reply = await app.elena.request('POST', '/groups', { name: 'Nadie', userUuids });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.errors)).toEqual(['userUuids']);
      const names = (await app.elena.call(listGroups, {})).content.map(({ name }) => name);
      expect(names).not.toContain('Nadie');
    },
  );

  test('reaches its people and administrators and does not reach Diego', async () => {
    const [ana, elena, diego] = await Promise.all([
      cast.ana.connect(),
      app.elena.connect(),
      cast.diego.connect(),
    ]);
    const group = (await create({ name: 'Anunciado', userUuids: [cast.ana.uuid] })).content;
    const payload = { groupId: group.uuid };
    expect(await ana.hear('group:changed')).toEqual(payload);
    expect(await elena.hear('group:changed')).toEqual(payload);
    await diego.fence();
    expect(diego.all('group:changed')).toEqual([]);
    for (const live of [ana, elena, diego]) live.close();
  });
});

describe('listing', () => {
  test('an administrator sees all groups, a manager those he manages', async () => {
    const all = (await app.elena.call(listGroups, {})).content.map(({ name }) => name);
    expect(all).toEqual(expect.arrayContaining(['GENERAL', 'Ventas']));
    const managed = (await mario.call(listGroups, {})).content;
    expect(managed.map(({ uuid }) => uuid)).toEqual([cast.ventas.uuid]);
    expect(managed[0]).toMatchObject({ participantsCount: 3 });
  });

  test('own groups are those one takes part in, managed ones not among them', async () => {
    const mine = (await mario.call(listOwnGroups, {})).content;
    expect(mine.map(({ name }) => name)).toEqual(['GENERAL']);
    expect((await app.elena.call(listOwnGroups, {})).content).toEqual([]);
  });

  test('own groups tell how much is unread in all of their chats', async () => {
    const userUuids = [cast.ana.uuid, cast.bruno.uuid];
    const group = (await create({ name: 'Por leer', userUuids })).content;
    const unread = async (client: Client) => {
      const groups = (await client.call(listOwnGroups, {})).content;
      return groups.find(({ uuid }) => uuid === group.uuid)?.unreadCount;
    };
    expect(await unread(cast.bruno)).toBe(0);
    const chats = await cast.ana.call(listGroupChats, { params: { groupId: group.uuid } });
    const chatId = chats.content[0]?.chatUuid ?? NOBODY;
    await sendText(cast.ana, chatId, 'uno');
    await sendText(cast.ana, chatId, 'dos');
    expect(await unread(cast.bruno)).toBe(2);
    expect(await unread(cast.ana)).toBe(0);
  });

  test('a page or size out of range is refused', () =>
    expectWrongPages(app.elena, [listGroups, listOwnGroups]));

  test('a page tells of the whole', async () => {
    const all = (await app.elena.call(listGroups, {})).content;
    const reply = await app.elena.call(listGroups, { query: { page: '2', size: '1' } });
    expect(reply.content).toEqual([all[1]]);
    expect(reply.pagination?.totalElements).toBe(all.length);
  });
});

describe('renaming', () => {
  test('an administrator and its manager rename a group and may describe it', async () => {
    const params = { groupId: cast.ventas.uuid };
    const body = { name: ' Ventas ', description: 'Lo que se vende' };
    const described = await mario.call(updateGroup, { params, body });
    expect(described.content).toMatchObject({ name: 'Ventas', description: 'Lo que se vende' });
    const renamed = await rename(app.elena, cast.ventas.uuid, 'VENTAS');
    expect(renamed.content).toMatchObject({ name: 'VENTAS', description: 'Lo que se vende' });
    expect((await rename(app.elena, cast.ventas.uuid, 'Ventas')).status).toBe(200);
  });

  test('a manager of another group gets 404, or 403 where he only takes part', async () => {
    const group = (await create({ name: 'Ajeno' })).content;
    expect((await rename(mario, group.uuid, 'Suyo')).status).toBe(404);
    expect((await rename(mario, (await general()).uuid, 'Suyo')).status).toBe(403);
  });

  test('GENERAL cannot be renamed by anybody', async () => {
    const { uuid } = await general();
    expect((await rename(app.elena, uuid, 'Otro')).status).toBe(403);
    expect((await rename(app.elena, uuid, 'GENERAL')).status).toBe(403);
    expect((await general()).uuid).toBe(uuid);
  });

  test('no group takes the name GENERAL or one that its office has', async () => {
    const group = (await create({ name: 'Inquieto', officeId: cast.ventas.officeId })).content;
    for (const name of ['general', 'ventas']) {
      const reply = await rename(app.elena, group.uuid, name);
      expect([name, reply.status]).toEqual([name, 409]);
      expect(reply.errors.name).toHaveLength(1);
    }
  });

  test.each(wrongTexts(100))('a name that is %s is refused', async (_, name) => {
    const reply = await mario.request('POST', `/groups/${cast.ventas.uuid}`, { name });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['name']);
  });

  test('reaches participants, managers and administrators, each once, and does not reach Diego', async () => {
    const people = [cast.ana, mario, app.elena, cast.diego];
    const [ana, manager, elena, diego] = await Promise.all(people.map((one) => one.connect()));
    await rename(app.elena, cast.ventas.uuid, 'Ventas');
    for (const live of [ana, manager, elena]) {
      await live?.hear('group:changed');
      await live?.fence();
      expect(live?.all('group:changed')).toEqual([{ groupId: cast.ventas.uuid }]);
    }
    await diego?.fence();
    expect(diego?.all('group:changed')).toEqual([]);
    for (const live of [ana, manager, elena, diego]) live?.close();
  });
});

describe('deleting', () => {
  test('GENERAL stays', async () => {
    expect((await remove(app.elena, (await general()).uuid)).status).toBe(403);
  });

  test('a group goes from all lists with its chats, and its name is free again', async () => {
    const officeId = cast.ventas.officeId;
    const userUuids = [cast.ana.uuid, cast.bruno.uuid];
    const group = (await create({ name: 'Se va', officeId, userUuids })).content;
    const params = { groupId: group.uuid };
    const chats = await cast.ana.call(listGroupChats, { params });
    const chatId = chats.content[0]?.chatUuid ?? NOBODY;
    await sendText(cast.ana, chatId, 'hasta luego');

    expect(await remove(app.elena, group.uuid)).toMatchObject({ status: 200, content: null });

    expect((await remove(app.elena, group.uuid)).status).toBe(404);
    for (const list of [listGroups, listOwnGroups] as const) {
      const groups = (await app.elena.call(list, {})).content;
      expect(groups.map(({ uuid }) => uuid)).not.toContain(group.uuid);
    }
    const mine = (await cast.ana.call(listOwnGroups, {})).content.map(({ uuid }) => uuid);
    expect(mine).not.toContain(group.uuid);
    expect((await cast.ana.call(listGroupChats, { params })).status).toBe(404);
    expect((await cast.ana.call(listMessages, { params: { chatId } })).status).toBe(404);
    expect((await sendText(cast.ana, chatId, 'sigo aquí')).status).toBe(404);
    expect((await create({ name: 'Se va', officeId })).status).toBe(201);
  });

  test('who managed only that group is a USER again', async () => {
    const nora = await registerPerson(app, 'nora');
    const group = (await create({ name: 'De Nora' })).content;
    const body = { groupIds: [group.uuid] };
    await app.elena.call(assignPermissions, { params: { userId: nora.uuid }, body });
    expect((await nora.call(listGroups, {})).status).toBe(200);
    await remove(app.elena, group.uuid);
    expect((await nora.call(listGroups, {})).status).toBe(403);
  });

  test('reaches its people, managers and administrators and does not reach Diego', async () => {
    const group = (await create({ name: 'Se anuncia', userUuids: [cast.ana.uuid] })).content;
    const body = { groupIds: [group.uuid] };
    await app.elena.call(assignPermissions, { params: { userId: mario.uuid }, body });
    const people = [cast.ana, mario, app.elena, cast.diego];
    const [ana, manager, elena, diego] = await Promise.all(people.map((one) => one.connect()));
    await remove(app.elena, group.uuid);
    for (const live of [ana, manager, elena]) {
      expect(await live?.hear('group:changed')).toEqual({ groupId: group.uuid });
    }
    await diego?.fence();
    expect(diego?.all('group:changed')).toEqual([]);
    for (const live of [ana, manager, elena, diego]) live?.close();
  });
});
