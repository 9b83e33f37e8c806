import { listDevices } from '@chat/contract/devices';
import { listGroupParticipants, listUsersWithGroups } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { blockUser, deleteUser, getCurrentUser, unblockUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  gatherCast,
  makeManager,
  registerPerson,
  sendText,
  usersOf,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectUnknownIds } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const block = (client: Client, userId: string) => client.call(blockUser, { params: { userId } });
const unblock = (userId: string) => app.elena.call(unblockUser, { params: { userId } });
const remove = (client: Client, userId: string) => client.call(deleteUser, { params: { userId } });

const inVentas = (name: string) => registerPerson(app, name, { groupUuids: [cast.ventas.uuid] });

const find = async (uuid: string) => {
  const users = await usersOf(app.elena);
  return users.find((user) => user.uuid === uuid);
};

describe('who may', () => {
  test('an id that names no user is 404', () =>
    expectUnknownIds(app.elena, [[blockUser], [unblockUser], [deleteUser]]));
});

describe('blocking', () => {
  test('ends the sessions at once, sockets included, and keeps the user out until they are unblocked', async () => {
    const nora = await registerPerson(app, 'nora');
    const live = await nora.connect();
    const blocked = await block(app.elena, nora.uuid);
    expect(blocked).toMatchObject({ status: 200, content: { blockedAt: expect.any(String) } });
    expect(await live.waitFor('session:ended')).toEqual({ reason: 'blocked' });
    await live.closed();
    expect((await nora.call(getCurrentUser, {})).status).toBe(401);
    expect((await app.client().login(nora.email)).status).toBe(403);

    const unblocked = await unblock(nora.uuid);
    expect(unblocked).toMatchObject({ status: 200, content: { blockedAt: null } });
    expect((await nora.call(getCurrentUser, {})).status).toBe(401);
    expect((await app.client().login(nora.email)).status).toBe(200);
  });

  test('blocking and unblocking twice is no error and keeps the first time', async () => {
    const olga = await registerPerson(app, 'olga');
    const first = (await block(app.elena, olga.uuid)).content.blockedAt;
    expect((await block(app.elena, olga.uuid)).content.blockedAt).toBe(first);
    await unblock(olga.uuid);
    expect((await unblock(olga.uuid)).status).toBe(200);
  });

  test('a blocked user stays in their groups', async () => {
    const pablo = await inVentas('pablo');
    await block(app.elena, pablo.uuid);
    const params = { groupId: cast.ventas.uuid };
    const people = (await app.elena.call(listGroupParticipants, { params })).content;
    expect(people.map(({ uuid }) => uuid)).toContain(pablo.uuid);
  });
});

describe('deleting', () => {
  test('they are gone from lists, groups and devices, and cannot come back', async () => {
    const quique = await inVentas('quique');
    await makeManager(app, quique, cast.ventas);
    const live = await quique.connect();

    expect(await remove(app.elena, quique.uuid)).toMatchObject({ status: 200, content: null });

    expect(await live.waitFor('session:ended')).toEqual({ reason: 'deleted' });
    await live.closed();
    expect((await quique.call(getCurrentUser, {})).status).toBe(401);
    expect((await app.client().login(quique.email)).status).toBe(401);
    expect(await find(quique.uuid)).toBeUndefined();
    const groups = await app.elena.call(listUsersWithGroups, {});
    expect(groups.content.map(({ uuid }) => uuid)).not.toContain(quique.uuid);
    const params = { groupId: cast.ventas.uuid };
    const people = (await app.elena.call(listGroupParticipants, { params })).content;
    expect(people.map(({ uuid }) => uuid)).not.toContain(quique.uuid);
    const devices = await app.elena.call(listDevices, { query: { search: quique.email } });
    expect(devices.content).toEqual([]);
    expect((await remove(app.elena, quique.uuid)).status).toBe(404);
  });

  test('their messages stay under their e-mail, which is free again', async () => {
    const rita = await inVentas('rita');
    await sendText(rita, cast.ventasChat, 'aquí me quedo');
    await remove(app.elena, rita.uuid);
    const messages = await cast.ana.call(listMessages, { params: { chatId: cast.ventasChat } });
    expect(messages.content.find(({ content }) => content === 'aquí me quedo')).toMatchObject({
      senderEmail: rita.email,
      senderId: rita.uuid,
    });
    const again = await registerPerson(app, 'rita');
    expect(again.uuid).not.toBe(rita.uuid);
    expect(again.email).toBe(rita.email);
  });

  test('reaches the people of their groups and does not reach Diego', async () => {
    const sara = await inVentas('sara');
    const people = [cast.ana, app.elena, cast.diego];
    const [ana, elena, diego] = await Promise.all(people.map((one) => one.connect()));
    await remove(app.elena, sara.uuid);
    const isVentas = (payload: { groupId: string }) => payload.groupId === cast.ventas.uuid;
    await ana?.waitFor('group:changed', isVentas);
    await elena?.waitFor('group:changed', isVentas);
    await diego?.fence();
    expect(diego?.all('group:changed').filter(isVentas)).toEqual([]);
    for (const live of [ana, elena, diego]) live?.close();
  });
});

describe('administrators', () => {
  test('one cannot block or delete themselves', async () => {
    await registerPerson(app, 'otra', { role: 'ADMIN' });
    expect((await block(app.elena, app.elena.uuid)).status).toBe(409);
    expect((await remove(app.elena, app.elena.uuid)).status).toBe(409);
    expect(await find(app.elena.uuid)).toMatchObject({ blockedAt: null });
  });

  test('one can block or delete another', async () => {
    const other = await registerPerson(app, 'pasajera', { role: 'ADMIN' });
    expect((await block(app.elena, other.uuid)).status).toBe(200);
    expect((await remove(app.elena, other.uuid)).status).toBe(200);
  });

  test('two who shut each other out at once do not leave the company without one', async () => {
    const alone = await startApp();
    const other = await registerPerson(alone, 'otra', { role: 'ADMIN' });
    const replies = await Promise.all([
      block(alone.elena, other.uuid),
      remove(other, alone.elena.uuid),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    await alone.close();
  });
});
