import { getChat, getDirectChat, listChats, listGroupChats } from '@chat/contract/chats';
import { deleteUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

const listOf = async (client: Client) =>
  (await client.call(listGroupChats, { params: { groupId: cast.ventas.uuid } })).content;
const entryOf = async (client: Client, other: Client) =>
  (await listOf(client)).find(({ uuid }) => uuid === other.uuid);
const remove = (person: Client) =>
  app.elena.request('DELETE', `/groups/${cast.ventas.uuid}/users/${person.uuid}`);
const add = (...people: Client[]) =>
  app.elena.request('POST', `/groups/${cast.ventas.uuid}/users`, {
    userIds: people.map(({ uuid }) => uuid),
  });

test('a removed person with history stays, inactive; one without history is not listed', async () => {
  const [hugo, ines] = [await registerPerson(app, 'hugo'), await registerPerson(app, 'ines')];
  await add(hugo, ines);
  const chat = await directChatOf(cast.ana, hugo, cast.ventas);
  await directChatOf(cast.ana, ines, cast.ventas);
  await sendText(hugo, chat, 'Adiós');
  await remove(hugo);
  await remove(ines);
  expect(await entryOf(cast.ana, hugo)).toMatchObject({ active: false, unreadCount: 1 });
  expect(await entryOf(cast.ana, ines)).toBeUndefined();
  expect((await sendText(cast.ana, chat, 'Vuelve')).status).toBe(403);
  await add(hugo);
  expect(await entryOf(cast.ana, hugo)).toMatchObject({ active: true, chatUuid: chat });
  expect((await sendText(cast.ana, chat, 'Ya has vuelto')).status).toBe(201);
});

test('a deleted person with history stays under their e-mail, inactive', async () => {
  const juan = await registerPerson(app, 'juan');
  await add(juan);
  const chat = await directChatOf(cast.ana, juan, cast.ventas);
  await sendText(juan, chat, 'Hola');
  await app.elena.call(deleteUser, { params: { userId: juan.uuid } });
  expect(await entryOf(cast.ana, juan)).toMatchObject({ active: false, email: juan.email });
  expect((await sendText(cast.ana, chat, 'Hola')).status).toBe(403);
  expect(
    (
      await cast.ana.call(getDirectChat, {
        params: { userId: juan.uuid, groupId: cast.ventas.uuid },
      })
    ).status,
  ).toBe(404);
});

test('of two with one e-mail, deletedAt tells who was deleted', async () => {
  const before = await registerPerson(app, 'repe');
  await add(before);
  const chat = await directChatOf(cast.ana, before, cast.ventas);
  await sendText(before, chat, 'Me voy');
  expect(await entryOf(cast.ana, before)).toMatchObject({ deletedAt: null });
  await app.elena.call(deleteUser, { params: { userId: before.uuid } });
  const after = await registerPerson(app, 'repe');
  await add(after);
  const list = await listOf(cast.ana);
  expect(list[0]?.deletedAt).toBeNull();
  const namesakes = list.filter(({ email }) => email === after.email);
  expect(namesakes.map(({ uuid }) => uuid)).toEqual([before.uuid, after.uuid]);
  expect(namesakes[0]?.deletedAt).toMatch(/^[\d-]+T[\d:]+\.\d{3}Z$/);
  expect(namesakes[1]?.deletedAt).toBeNull();
  const { content } = await cast.ana.call(getChat, { params: { chatId: chat } });
  expect(content.users.map(({ uuid, deletedAt }) => [uuid, deletedAt])).toEqual(
    expect.arrayContaining([
      [cast.ana.uuid, null],
      [before.uuid, namesakes[0]?.deletedAt],
    ]),
  );
  const { content: all } = await app.elena.call(listChats, { query: { search: 'repe@' } });
  expect(all.find(({ uuid }) => uuid === chat)?.users).toEqual(content.users);
});

test('who joins sees the history as read', async () => {
  const lola = await registerPerson(app, 'lola');
  await sendText(cast.ana, cast.ventasChat, 'Antes de Lola');
  await add(lola);
  const [group] = await listOf(lola);
  expect(group).toMatchObject({ unreadCount: 0, lastMessage: { content: 'Antes de Lola' } });
  expect(group?.seenSeq).toBe(group?.lastMessage?.seq);
});
