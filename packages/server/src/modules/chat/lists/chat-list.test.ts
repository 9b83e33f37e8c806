import { getDirectChat, listChatParticipants, listGroupChats } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { deleteGroup } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { blockUser, unblockUser } from '@chat/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beforeStatement } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  registerPerson,
  sendText,
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

const listOf = async (client: Client, groupId = cast.ventas.uuid) =>
  (await client.call(listGroupChats, { params: { groupId } })).content;
const entryOf = async (client: Client, other: Client) =>
  required(
    (await listOf(client)).find(({ uuid }) => uuid === other.uuid),
    'chat list entry',
  );
const add = (...people: Client[]) =>
  app.elena.request('POST', `/groups/${cast.ventas.uuid}/users`, {
    userIds: people.map(({ uuid }) => uuid),
  });

describe('a new group', () => {
  test('lists the group chat under the system address, then everybody else by e-mail', async () => {
    const [group, ...others] = await listOf(cast.bruno);
    expect(group).toMatchObject({
      uuid: cast.ventasChat,
      chatUuid: cast.ventasChat,
      email: 'grupo@empresa.local',
      chatType: 'GROUP',
      unreadCount: 0,
      seenSeq: 0,
      lastMessage: null,
      active: true,
    });
    expect(others.map(({ email }) => email)).toEqual([cast.ana.email, cast.carla.email]);
  });

  test('a direct entry leads to the other user, without a chat until somebody opens it', async () => {
    const before = await entryOf(cast.ana, cast.bruno);
    expect(before).toMatchObject({
      uuid: cast.bruno.uuid,
      id: cast.bruno.user.id,
      chatType: 'DIRECT',
      chatUuid: null,
      lastMessage: null,
      active: true,
    });
    const chat = await directChatOf(cast.bruno, cast.ana, cast.ventas);
    expect(await entryOf(cast.ana, cast.bruno)).toEqual({ ...before, chatUuid: chat });
  });
});

test('the list and the participants of a chat come whole, or by pages', async () => {
  const all = await listOf(cast.ana);
  const params = { groupId: cast.ventas.uuid };
  const query = { page: '2', size: '2' };
  const page = await cast.ana.call(listGroupChats, { params, query });
  expect(page.content).toEqual(all.slice(2, 4));
  expect(page.pagination).toMatchObject({ page: 2, size: 2, totalElements: all.length });
  const chat = { params: { chatId: cast.ventasChat } };
  const people = await cast.ana.call(listChatParticipants, chat);
  const some = await cast.ana.call(listChatParticipants, { ...chat, query });
  expect(some.content).toEqual(people.content.slice(2, 4));
  expect(some.pagination?.totalElements).toBe(people.content.length);
});

test('an entry says that the other person is blocked, until they are not', async () => {
  const lola = await registerPerson(app, 'lola');
  const group = await createGroupOf(app, 'Bloqueos', [cast.ana, lola]);
  const isBlocked = async () =>
    (await listOf(cast.ana, group.uuid)).map(({ chatType, blocked }) => [chatType, blocked]);
  const params = { userId: lola.uuid };
  await app.elena.call(blockUser, { params });
  expect(await isBlocked()).toEqual([
    ['GROUP', false],
    ['DIRECT', true],
  ]);
  await app.elena.call(unblockUser, { params });
  expect(await isBlocked()).toEqual([
    ['GROUP', false],
    ['DIRECT', false],
  ]);
});

describe('hash', () => {
  test('is the same on the entries of both and on each message, before and after the first one', async () => {
    const before = (await entryOf(cast.ana, cast.carla)).hash;
    const chat = await directChatOf(cast.ana, cast.carla, cast.ventas);
    await sendText(cast.ana, chat, 'Hola');
    const { content } = await cast.carla.call(listMessages, { params: { chatId: chat } });
    const after = [await entryOf(cast.ana, cast.carla), await entryOf(cast.carla, cast.ana)];
    expect([...content, ...after].map(({ hash }) => hash)).toEqual([before, before, before]);
  });

  test("is the group chat's own in every entry, and no two chats share one", async () => {
    await sendText(cast.ana, cast.ventasChat, 'Hola a todos');
    const params = { chatId: cast.ventasChat };
    const [message] = (await cast.bruno.call(listMessages, { params })).content;
    const lists = await Promise.all([cast.ana, cast.bruno, cast.carla].map((one) => listOf(one)));
    expect(lists.map(([group]) => group?.hash)).toEqual(Array(3).fill(message?.hash));
    expect(new Set(lists.flat().map(({ hash }) => hash)).size).toBe(4);
  });

  test('the same two have another one in another group', async () => {
    const other = await createGroupOf(app, 'Compras', [cast.ana, cast.bruno]);
    const here = await entryOf(cast.ana, cast.bruno);
    const [, there] = await listOf(cast.ana, other.uuid);
    expect(there?.uuid).toBe(here.uuid);
    expect(there?.hash).not.toBe(here.hash);
    expect(await directChatOf(cast.ana, cast.bruno, other)).not.toBe(here.chatUuid);
  });
});

describe('order and counters', () => {
  test('the group chat first, then the latest message, then the e-mail', async () => {
    const zoe = await registerPerson(app, 'zoe');
    const adan = await registerPerson(app, 'adan');
    await add(zoe, adan);
    // An opened chat without messages is listed no higher than a chat that nobody has opened.
    const silent = await directChatOf(cast.ana, zoe, cast.ventas);
    expect((await listOf(cast.ana)).map(({ email }) => email.split('@')[0])).toEqual([
      'grupo',
      'carla',
      'adan',
      'bruno',
      'zoe',
    ]);
    await sendText(zoe, silent, 'Hola');
    const [, first, second] = await listOf(cast.ana);
    expect([first?.email, second?.email]).toEqual([zoe.email, cast.carla.email]);
  });

  test('unread are messages of others after my seen mark; writing marks my own side as seen', async () => {
    const chat = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    for (const text of ['uno', 'dos', 'tres']) await sendText(cast.ana, chat, text);
    expect(await entryOf(cast.bruno, cast.ana)).toMatchObject({ unreadCount: 3, seenSeq: 0 });
    expect(await entryOf(cast.ana, cast.bruno)).toMatchObject({ unreadCount: 0, seenSeq: 3 });
    await sendText(cast.bruno, chat, 'cuatro');
    expect(await entryOf(cast.bruno, cast.ana)).toMatchObject({ unreadCount: 0, seenSeq: 4 });
    expect(await entryOf(cast.ana, cast.bruno)).toMatchObject({ unreadCount: 1, seenSeq: 3 });
  });

  test('the last message stands on the entry, with its sender and status', async () => {
    const chat = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    const [sent] = (await sendText(cast.bruno, chat, 'El último')).content;
    expect((await entryOf(cast.ana, cast.bruno)).lastMessage).toEqual({
      uuid: sent?.uuid,
      seq: sent?.seq,
      type: 'TEXT',
      content: 'El último',
      fileName: null,
      status: 'SENT',
      createdAt: sent?.createdAt,
      senderId: cast.bruno.uuid,
      senderEmail: cast.bruno.email,
    });
  });
});

describe('who may', () => {
  test('whoever the group is deleted for, or who is removed, while the list is put together: 404', async () => {
    const nora = await registerPerson(app, 'nora');
    const group = await createGroupOf(app, 'Fugaz', [nora, cast.bruno]);
    const params = { groupId: group.uuid };
    const listWhile = async (happen: () => Promise<unknown>) => {
      beforeStatement(app.ctx.db, 'from chat_members me', happen);
      return (await nora.call(listGroupChats, { params })).status;
    };
    const removeNora = () =>
      app.elena.request('DELETE', `/groups/${group.uuid}/users/${nora.uuid}`);
    expect(await listWhile(removeNora)).toBe(404);
    const userIds = [nora.uuid];
    await app.elena.request('POST', `/groups/${group.uuid}/users`, { userIds });
    expect(await listWhile(() => app.elena.call(deleteGroup, { params }))).toBe(404);
  });

  test('an id that names nothing is 404', () =>
    expectUnknownIds(cast.ana, [[listGroupChats], [getDirectChat]]));
});
