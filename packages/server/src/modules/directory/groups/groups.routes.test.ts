import { listGroupChats } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import type { CreateGroupInput } from '@chat/contract/forms';
import {
  createGroup,
  deleteGroup,
  type Group,
  listGroups,
  listOwnGroups,
  updateGroup,
} from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  gatherCast,
  makeManager,
  registerManager,
  sendText,
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

const create = (body: CreateGroupInput) => app.elena.call(createGroup, { body });
const rename = (client: Client, groupId: string, name: string) =>
  client.call(updateGroup, { params: { groupId }, body: { name } });
const remove = (client: Client, groupId: string) =>
  client.call(deleteGroup, { params: { groupId } });

async function general(): Promise<Group> {
  const groups = (await app.elena.call(listGroups, {})).content;
  return required(
    groups.find(({ name }) => name === 'GENERAL'),
    'group',
  );
}

describe('who may', () => {
  test('an id that names no group is 404', () =>
    expectUnknownIds(app.elena, [[updateGroup, { name: 'Grupo' }], [deleteGroup]]));
});

describe('listing', () => {
  test('an administrator sees all groups, a manager those they manage', async () => {
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
    const left = { name: 'VENTAS', description: null };
    expect((await app.elena.request('POST', `/groups/${cast.ventas.uuid}`, left)).content).toEqual(
      renamed.content,
    );
    expect((await rename(app.elena, cast.ventas.uuid, 'Ventas')).status).toBe(200);
  });

  test('a manager of another group gets 404, or 403 where they only take part', async () => {
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
      await live?.waitFor('group:changed');
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
    for (const reader of [cast.ana, app.elena]) {
      expect((await reader.call(listMessages, { params: { chatId } })).status).toBe(404);
    }
    expect((await sendText(cast.ana, chatId, 'sigo aquí')).status).toBe(404);
    expect((await create({ name: 'Se va', officeId })).status).toBe(201);
  });

  test('who managed only that group is a USER again', async () => {
    const group = (await create({ name: 'De Nora' })).content;
    const nora = await registerManager(app, 'nora', group);
    expect((await nora.call(listGroups, {})).status).toBe(200);
    await remove(app.elena, group.uuid);
    expect((await nora.call(listGroups, {})).status).toBe(403);
  });

  test('reaches its people, managers and administrators and does not reach Diego', async () => {
    const group = (await create({ name: 'Se anuncia', userUuids: [cast.ana.uuid] })).content;
    await makeManager(app, mario, group);
    const people = [cast.ana, mario, app.elena, cast.diego];
    const [ana, manager, elena, diego] = await Promise.all(people.map((one) => one.connect()));
    await remove(app.elena, group.uuid);
    for (const live of [ana, manager, elena]) {
      expect(await live?.waitFor('group:changed')).toEqual({ groupId: group.uuid });
    }
    await diego?.fence();
    expect(diego?.all('group:changed')).toEqual([]);
    for (const live of [ana, manager, elena, diego]) live?.close();
  });
});
