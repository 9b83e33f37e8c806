import {
  assignPermissions,
  createGroup,
  type Group,
  listGroups,
  listGroupsOfManager,
  listUserPermissions,
  listUsersWithGroups,
  removePermission,
} from '@chat/contract/groups';
import { blockUser, getCurrentUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, gatherCast, registerPerson } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectUnknownIds, NOBODY, wrongUuidLists } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

let groups = 0;

async function newGroup(): Promise<Group> {
  groups++;
  return (await app.elena.call(createGroup, { body: { name: `Gestionado ${groups}` } })).content;
}

const assign = (person: Client, ...given: Group[]) =>
  app.elena.call(assignPermissions, {
    params: { userId: person.uuid },
    body: { groupIds: given.map(({ uuid }) => uuid) },
  });

const remove = (person: Client, group: Group) =>
  app.elena.call(removePermission, {
    params: { userId: person.uuid, permissionId: group.uuid },
  });

const roleOf = async (person: Client) => (await person.call(getCurrentUser, {})).content.role;

describe('who may', () => {
  test('an id that names no user is 404', () =>
    expectUnknownIds(app.elena, [
      [listUserPermissions],
      [listGroupsOfManager],
      [assignPermissions, { groupIds: [] }],
      [removePermission],
    ]));
});

describe('assigning', () => {
  test('makes a user a GROUP_MANAGER at once, of these groups alone', async () => {
    const rosa = await registerPerson(app, 'rosa');
    const group = await newGroup();
    expect(await roleOf(rosa)).toBe('USER');
    const reply = await assign(rosa, cast.ventas, group);
    expect(reply.status).toBe(200);
    expect(reply.content.map(({ uuid }) => uuid).sort()).toEqual(
      [cast.ventas.uuid, group.uuid].sort(),
    );
    expect(reply.content.find(({ uuid }) => uuid === cast.ventas.uuid)).toEqual(cast.ventas);
    expect(await roleOf(rosa)).toBe('GROUP_MANAGER');
    const { content } = await rosa.call(listGroups, {});
    // The days of a group are for administrators.
    expect(content).toEqual(reply.content.map(({ retentionDays: _, ...group }) => group));
  });

  test('one they have already is no error', async () => {
    const saul = await registerPerson(app, 'saul');
    const group = await newGroup();
    await assign(saul, group);
    const again = await assign(saul, group, group);
    expect(again).toMatchObject({ status: 200, content: [{ uuid: group.uuid }] });
  });

  test.each([...wrongUuidLists, ['missing', undefined], ['a list with a stranger', [NOBODY]]])(
    'groups given as %s are refused and none is assigned',
    async (_, groupIds) => {
      const path = `/users/${cast.diego.uuid}/group-permissions`;
      const mixed = Array.isArray(groupIds) ? [cast.ventas.uuid, ...groupIds] : groupIds;
      const reply = await app.elena.request('POST', path, { groupIds: mixed });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.errors)).toEqual(['groupIds']);
      expect(await roleOf(cast.diego)).toBe('USER');
    },
  );

  test('reaches the new manager, participants and administrators and does not reach Diego', async () => {
    const people = [cast.carla, cast.ana, app.elena, cast.diego];
    const [carla, ana, elena, diego] = await Promise.all(people.map((one) => one.connect()));
    await assign(cast.carla, cast.ventas);
    for (const live of [carla, ana, elena]) {
      expect(await live?.waitFor('group:changed')).toEqual({ groupId: cast.ventas.uuid });
    }
    await diego?.fence();
    expect(diego?.all('group:changed')).toEqual([]);
    for (const live of [carla, ana, elena, diego]) live?.close();
  });
});

describe('removing', () => {
  test('they are a USER again when the last one is removed', async () => {
    const tere = await registerPerson(app, 'tere');
    const [one, two] = [await newGroup(), await newGroup()];
    await assign(tere, one, two);
    expect(await remove(tere, one)).toMatchObject({ status: 200, content: null });
    expect(await roleOf(tere)).toBe('GROUP_MANAGER');
    await remove(tere, two);
    expect(await roleOf(tere)).toBe('USER');
    expect((await tere.call(listGroups, {})).status).toBe(403);
  });

  test('one they do not have is 404', async () => {
    expect((await remove(cast.bruno, cast.ventas)).status).toBe(404);
  });

  test('reaches who manages no more and administrators and does not reach Diego', async () => {
    const ulises = await registerPerson(app, 'ulises');
    const group = await newGroup();
    await assign(ulises, group);
    const people = [ulises, app.elena, cast.diego];
    const [manager, elena, diego] = await Promise.all(people.map((one) => one.connect()));
    await remove(ulises, group);
    for (const live of [manager, elena]) {
      expect(await live?.waitFor('group:changed')).toEqual({ groupId: group.uuid });
    }
    await diego?.fence();
    expect(diego?.all('group:changed')).toEqual([]);
    for (const live of [manager, elena, diego]) live?.close();
  });
});

describe('listing', () => {
  test('both paths give the groups a user manages', async () => {
    const vera = await registerPerson(app, 'vera');
    await assign(vera, cast.ventas);
    const params = { userId: vera.uuid };
    const one = await app.elena.call(listUserPermissions, { params });
    const two = await app.elena.call(listGroupsOfManager, { params });
    expect(one.content).toEqual([cast.ventas]);
    expect(two.content).toEqual(one.content);
  });

  test('people come with the groups they manage, newest last, administrators not among them', async () => {
    const xavi = await registerPerson(app, 'xavi');
    await assign(xavi, cast.ventas);
    await app.elena.call(blockUser, { params: { userId: xavi.uuid } });
    const users = (await app.elena.call(listUsersWithGroups, {})).content;
    expect(users.at(-1)).toEqual({
      uuid: xavi.uuid,
      id: xavi.user.id,
      firstName: 'xavi',
      lastName: 'Prueba',
      email: xavi.email,
      blockedAt: expect.stringMatching(/Z$/),
      groupPermissions: [cast.ventas.uuid],
      groups: [cast.ventas],
    });
    expect(users.map(({ email }) => email)).not.toContain(app.elena.email);
    expect(users.find(({ uuid }) => uuid === cast.diego.uuid)).toMatchObject({ groups: [] });
  });

  test('the search finds part of an e-mail whatever the case, and nothing stands for anything', async () => {
    const emails = async (search: string) =>
      (await app.elena.call(listUsersWithGroups, { query: { search } })).content.map(
        ({ email }) => email,
      );
    expect(await emails(' DIEGO@ ')).toEqual(['diego@empresa.local']);
    expect(await emails(' ')).toContain('ana@empresa.local');
    for (const text of ['%', '_', '\\']) expect(await emails(text)).toEqual([]);
  });

  test.each([
    ['with NUL', '%00'],
    ['too long', 'x'.repeat(255)],
  ])('a search that is %s is refused', async (_, text) => {
    const reply = await app.elena.request('GET', `/users/groups?search=${text}`);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(['search']);
  });

  test('a page tells of the whole', async () => {
    const all = (await app.elena.call(listUsersWithGroups, {})).content;
    const reply = await app.elena.call(listUsersWithGroups, { query: { page: '2', size: '1' } });
    expect(reply.content).toEqual([all[1]]);
    expect(reply.pagination?.totalElements).toBe(all.length);
  });

  test('what one user manages is paged as well', async () => {
    const manager = await registerPerson(app, 'gestora-de-dos');
    await assign(manager, await newGroup(), await newGroup());
    for (const route of [listUserPermissions, listGroupsOfManager]) {
      const given = { params: { userId: manager.uuid } };
      const all = await app.elena.call(route, given);
      const second = await app.elena.call(route, { ...given, query: { page: '2', size: '1' } });
      expect([all.content.length, all.pagination]).toEqual([2, null]);
      expect(second.content).toEqual([all.content[1]]);
      expect(second.pagination).toEqual({ page: 2, size: 1, totalElements: 2, totalPages: 2 });
    }
  });
});
