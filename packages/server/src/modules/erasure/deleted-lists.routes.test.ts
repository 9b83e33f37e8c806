import { limits } from '@chat/contract/checks';
import { deleteGroup, listGroups } from '@chat/contract/groups';
import { eraseGroup, eraseUser, listDeletedGroups, listDeletedUsers } from '@chat/contract/holds';
import { deleteUser, listUsers } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { type Cast, createGroupOf, gatherCast, registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { eachOf } from '../../../test/each-of.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const removePerson = ({ uuid }: Client) => app.elena.call(deleteUser, { params: { userId: uuid } });
const deletedUsers = () => app.elena.call(listDeletedUsers, {});
const deletedGroups = () => app.elena.call(listDeletedGroups, {});

test('deleted people stand in their list, the newest deletion first, until they are erased', async () => {
  expect((await deletedUsers()).content).toEqual([]);
  const [nuria, pablo] = await eachOf(['nuria', 'pablo'], (name) =>
    registerPerson(app, name, { lastName: 'Serra' }),
  );
  await removePerson(pablo);
  await removePerson(nuria);
  const presented = ({ uuid, email }: Client, firstName: string) => {
    return { uuid, firstName, lastName: 'Serra', email, deletedAt: expect.any(String) };
  };
  const { status, content } = await deletedUsers();
  expect([status, content]).toEqual([200, [presented(nuria, 'nuria'), presented(pablo, 'pablo')]]);
  const body = { email: nuria.email, messages: false };
  await app.elena.call(eraseUser, { params: { userId: nuria.uuid }, body });
  expect((await deletedUsers()).content.map(({ uuid }) => uuid)).toEqual([pablo.uuid]);
  const living = (await app.elena.call(listUsers, {})).content.map(({ uuid }) => uuid);
  expect(living).not.toContain(pablo.uuid);
  expect(living).toContain(cast.ana.uuid);
});

test('who was registered anew under the e-mail of a deleted person is another one', async () => {
  const first = await registerPerson(app, 'rosa');
  await removePerson(first);
  const second = await registerPerson(app, 'rosa');
  const listed = (await deletedUsers()).content.map(({ uuid }) => uuid);
  expect(listed).toContain(first.uuid);
  expect(listed).not.toContain(second.uuid);
});

test('deleted groups stand in their list, the newest deletion first, until their content is erased', async () => {
  expect((await deletedGroups()).content).toEqual([]);
  const [older, newer] = await eachOf(['Efímero', 'Reforma'], (name) =>
    createGroupOf(app, name, [cast.ana]),
  );
  for (const { uuid } of [older, newer]) {
    await app.elena.call(deleteGroup, { params: { groupId: uuid } });
  }
  const presented = ({ uuid, name }: { uuid: string; name: string }) => {
    return { uuid, name, deletedAt: expect.any(String) };
  };
  const { status, content } = await deletedGroups();
  expect([status, content]).toEqual([200, [presented(newer), presented(older)]]);
  const params = { groupId: newer.uuid };
  await app.elena.call(eraseGroup, { params, body: { name: newer.name } });
  expect((await deletedGroups()).content.map(({ uuid }) => uuid)).toEqual([older.uuid]);
  const living = (await app.elena.call(listGroups, {})).content.map(({ uuid }) => uuid);
  expect(living).not.toContain(older.uuid);
});

test('deleted people come page by page', async () => {
  for (const name of ['uno', 'dos', 'tres']) await removePerson(await registerPerson(app, name));
  const all = (await deletedUsers()).content.map(({ uuid }) => uuid);
  const query = { page: '2', size: '2' };
  const { content, pagination } = await app.elena.call(listDeletedUsers, { query });
  expect(content.map(({ uuid }) => uuid)).toEqual(all.slice(2, 4));
  expect(pagination).toMatchObject({ page: 2, size: 2, totalElements: all.length });
});

test('a group is erased by the longest name that a group may have', async () => {
  const name = `Obra ${'ñ'.repeat(limits.name - 5)}`;
  const { uuid: groupId } = await createGroupOf(app, name, [cast.ana]);
  const params = { groupId };
  await app.elena.call(deleteGroup, { params });
  const erased = await app.elena.call(eraseGroup, { params, body: { name } });
  expect([erased.status, erased.errors]).toEqual([200, undefined]);
});
