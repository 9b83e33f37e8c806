import { listGroupChats } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import {
  addGroupParticipants,
  createGroup,
  deleteGroup,
  type Group,
  listGroupParticipants,
  listGroups,
  removeGroupParticipant,
} from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beforeStatement } from '../../../../test/before-statement.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type Cast,
  directChatOf,
  gatherCast,
  makeManager,
  registerManager,
  registerPerson,
  sendText,
} from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { expectUnknownIds, NOBODY, wrongUuidLists } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
let mario: Client;

beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  mario = await registerManager(app, 'mario', cast.ventas);
});
afterAll(() => app.close());

let groups = 0;

async function groupOf(...people: Client[]): Promise<Group> {
  groups++;
  const userUuids = people.map(({ uuid }) => uuid);
  const body = { name: `Grupo ${groups}`, userUuids };
  return (await app.elena.call(createGroup, { body })).content;
}

const list = (client: Client, group: Group) =>
  client.call(listGroupParticipants, { params: { groupId: group.uuid } });

const add = (client: Client, group: Group, ...people: Client[]) =>
  client.call(addGroupParticipants, {
    params: { groupId: group.uuid },
    body: { userIds: people.map(({ uuid }) => uuid) },
  });

const remove = (client: Client, group: Group, person: Client) =>
  client.call(removeGroupParticipant, { params: { groupId: group.uuid, userId: person.uuid } });

const emailsOf = (reply: { content: { email: string }[] }) =>
  reply.content.map(({ email }) => email);

describe('who may', () => {
  test('an id that names no group is 404', () =>
    expectUnknownIds(app.elena, [
      [listGroupParticipants],
      [addGroupParticipants, { userIds: [] }],
      [removeGroupParticipant],
    ]));

  test('a manager of another group gets 404, or 403 where they only take part', async () => {
    const hidden = await groupOf(cast.ana);
    const shared = await groupOf(mario, cast.ana);
    expect((await add(mario, hidden, cast.bruno)).status).toBe(404);
    expect((await remove(mario, hidden, cast.ana)).status).toBe(404);
    expect((await add(mario, shared, cast.bruno)).status).toBe(403);
    expect((await remove(mario, shared, cast.ana)).status).toBe(403);
    expect(emailsOf(await list(app.elena, shared))).toEqual([cast.ana.email, mario.email]);
  });
});

test('a manager cannot add themselves: 403, and nobody else joins either', async () => {
  const group = await groupOf(cast.ana);
  await makeManager(app, mario, group);
  const reply = await add(mario, group, cast.bruno, mario);
  expect(reply.status).toBe(403);
  expect(emailsOf(await list(app.elena, group))).toEqual([cast.ana.email]);
  expect((await add(app.elena, group, mario)).status).toBe(200);
});

describe('listing', () => {
  test('participants, managers and administrators see them by e-mail; Diego does not', async () => {
    const emails = [cast.ana.email, cast.bruno.email, cast.carla.email];
    for (const client of [cast.ana, mario, app.elena]) {
      expect(emailsOf(await list(client, cast.ventas))).toEqual(emails);
    }
    expect((await list(cast.diego, cast.ventas)).status).toBe(404);
  });

  test('a page tells of the whole', async () => {
    const params = { groupId: cast.ventas.uuid };
    const query = { page: '2', size: '2' };
    const reply = await app.elena.call(listGroupParticipants, { params, query });
    expect(emailsOf(reply)).toEqual([cast.carla.email]);
    expect(reply.pagination).toEqual({ page: 2, size: 2, totalElements: 3, totalPages: 2 });
  });
});

describe('adding', () => {
  test('a manager and an administrator add people; one who is in already is no error', async () => {
    const group = await groupOf();
    await makeManager(app, mario, group);
    const one = await add(mario, group, cast.ana);
    expect(one.status).toBe(200);
    expect(emailsOf(one)).toEqual([cast.ana.email]);
    const two = await add(app.elena, group, cast.ana, cast.bruno, cast.bruno);
    expect(emailsOf(two)).toEqual([cast.ana.email, cast.bruno.email]);
  });

  test('an administrator takes part once they are added', async () => {
    const group = await groupOf(cast.ana);
    expect(emailsOf(await add(app.elena, group, app.elena))).toContain(app.elena.email);
    const chats = await app.elena.call(listGroupChats, { params: { groupId: group.uuid } });
    expect(chats.status).toBe(200);
  });

  test.each([...wrongUuidLists, ['missing', undefined], ['a list with a stranger', [NOBODY]]])(
    'people given as %s are refused and nobody is added',
    async (_, userIds) => {
      const group = await groupOf();
      const path = `/groups/${group.uuid}/users`;
      const mixed = Array.isArray(userIds) ? [cast.ana.uuid, ...userIds] : userIds;
      const reply = await app.elena.request('POST', path, { userIds: mixed });
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.errors)).toEqual(['userIds']);
      expect((await list(app.elena, group)).content).toEqual([]);
    },
  );

  test('a new participant sees the history, as read', async () => {
    const group = await groupOf(cast.ana);
    const entry = (await cast.ana.call(listGroupChats, { params: { groupId: group.uuid } }))
      .content;
    const chatId = entry[0]?.chatUuid ?? NOBODY;
    await sendText(cast.ana, chatId, 'antes de Bruno');
    await add(app.elena, group, cast.bruno);
    const messages = await cast.bruno.call(listMessages, { params: { chatId } });
    expect(messages.content.map(({ content }) => content)).toEqual(['antes de Bruno']);
    const chats = await cast.bruno.call(listGroupChats, { params: { groupId: group.uuid } });
    expect(chats.content[0]).toMatchObject({ unreadCount: 0 });
  });

  test('a live socket of a new participant hears the group chat from then on', async () => {
    const group = await groupOf(cast.ana);
    const bruno = await cast.bruno.connect();
    await add(app.elena, group, cast.bruno);
    expect(await bruno.waitFor('group:changed')).toEqual({ groupId: group.uuid });
    const entry = (await cast.ana.call(listGroupChats, { params: { groupId: group.uuid } }))
      .content;
    await sendText(cast.ana, entry[0]?.chatUuid ?? NOBODY, 'hola Bruno');
    expect(await bruno.waitFor('message')).toMatchObject({ content: 'hola Bruno' });
    bruno.close();
  });

  test('reaches participants, who joined, managers and administrators; does not reach Diego', async () => {
    const group = await groupOf(cast.ana);
    const people = [cast.ana, cast.bruno, app.elena, cast.diego];
    const [ana, bruno, elena, diego] = await Promise.all(people.map((one) => one.connect()));
    // However many join at once, it is told once.
    await add(app.elena, group, cast.bruno, cast.carla, mario);
    for (const live of [ana, bruno, elena]) {
      await live?.fence();
      expect(live?.all('group:changed')).toEqual([{ groupId: group.uuid }]);
    }
    await diego?.fence();
    expect(diego?.all('group:changed')).toEqual([]);
    for (const live of [ana, bruno, elena, diego]) live?.close();
  });
});

describe('removing', () => {
  test('who does not take part cannot be removed', async () => {
    const group = await groupOf(cast.ana);
    expect((await remove(app.elena, group, cast.bruno)).status).toBe(404);
    expect((await remove(app.elena, group, cast.ana)).status).toBe(200);
    expect((await remove(app.elena, group, cast.ana)).status).toBe(404);
  });

  test('anybody can be removed from GENERAL', async () => {
    const nora = await registerPerson(app, 'nora');
    const all = (await app.elena.call(listGroups, {})).content;
    const general = required(
      all.find(({ name }) => name === 'GENERAL'),
      'group',
    );
    expect(emailsOf(await list(app.elena, general))).toContain(nora.email);
    expect((await remove(app.elena, general, nora)).status).toBe(200);
    expect(emailsOf(await list(app.elena, general))).not.toContain(nora.email);
  });

  test("ends access to the group's chats at once, sockets included; the messages stay", async () => {
    const group = await groupOf(cast.ana, cast.bruno);
    const chats = await cast.bruno.call(listGroupChats, { params: { groupId: group.uuid } });
    const chatId = chats.content[0]?.chatUuid ?? NOBODY;
    const direct = await directChatOf(cast.bruno, cast.ana, group);
    await sendText(cast.bruno, chatId, 'sigo en el historial');
    const [ana, bruno] = await Promise.all([cast.ana.connect(), cast.bruno.connect()]);

    await remove(app.elena, group, cast.bruno);

    for (const id of [chatId, direct]) {
      const reply = await cast.bruno.call(listMessages, { params: { chatId: id } });
      expect(reply.status).toBe(404);
      expect((await sendText(cast.bruno, id, 'ya no')).status).toBe(404);
    }
    expect(
      (await cast.bruno.call(listGroupChats, { params: { groupId: group.uuid } })).status,
    ).toBe(404);
    await sendText(cast.ana, chatId, 'ya no está Bruno');
    expect(await ana.waitFor('message')).toMatchObject({ content: 'ya no está Bruno' });
    await bruno.fence();
    expect(bruno.all('message')).toEqual([]);
    const messages = await cast.ana.call(listMessages, { params: { chatId } });
    expect(messages.content.map(({ content }) => content)).toContain('sigo en el historial');
    ana.close();
    bruno.close();
  });

  test('reaches participants, who was removed and administrators; does not reach Diego', async () => {
    const group = await groupOf(cast.ana, cast.bruno);
    const people = [cast.ana, cast.bruno, app.elena, cast.diego];
    const [ana, bruno, elena, diego] = await Promise.all(people.map((one) => one.connect()));
    await remove(app.elena, group, cast.bruno);
    for (const live of [ana, bruno, elena]) {
      expect(await live?.waitFor('group:changed')).toEqual({ groupId: group.uuid });
    }
    await diego?.fence();
    expect(diego?.all('group:changed')).toEqual([]);
    for (const live of [ana, bruno, elena, diego]) live?.close();
  });

  test('of two removals at once one succeeds', async () => {
    const group = await groupOf(cast.ana);
    const replies = await Promise.all([
      remove(app.elena, group, cast.ana),
      remove(app.elena, group, cast.ana),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

test('a group that is deleted while its participants are listed is 404, one without any is an empty list', async () => {
  const params = { groupId: (await groupOf()).uuid };
  expect(await app.elena.call(listGroupParticipants, { params })).toMatchObject({
    status: 200,
    content: [],
  });
  beforeStatement(app.ctx.db, 'from group_participants gp join users', () =>
    app.elena.call(deleteGroup, { params }),
  );
  expect((await app.elena.call(listGroupParticipants, { params })).status).toBe(404);
});
