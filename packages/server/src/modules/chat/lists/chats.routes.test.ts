import {
  getChat,
  getDirectChat,
  getPersonalChat,
  listChatParticipants,
  listChats,
} from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const open = (client: Client, other: Client, groupId = cast.ventas.uuid) =>
  client.call(getDirectChat, { params: { userId: other.uuid, groupId } });
const read = (client: Client, chatId: string) => client.call(getChat, { params: { chatId } });
const personal = async (client: Client) => (await client.call(getPersonalChat, {})).content;
const person = ({ user }: Client) => ({
  id: user.id,
  uuid: user.uuid,
  email: user.email,
  deletedAt: null,
});

describe('a direct chat', () => {
  test('is found or made by either of the two', async () => {
    const made = await open(cast.ana, cast.bruno);
    expect(made.status).toBe(200);
    expect(made.content).toMatchObject({
      type: 'DIRECT',
      group: { uuid: cast.ventas.uuid, name: 'Ventas' },
      users: [person(cast.ana), person(cast.bruno)],
      lastMessage: null,
    });
    expect((await open(cast.bruno, cast.ana)).content).toEqual(made.content);
  });

  test('of many who open it at once all get the same one', async () => {
    const both = [cast.ana, cast.carla] as const;
    const opened = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 2 ? open(...both) : open(both[1], both[0]))),
    );
    expect(new Set(opened.map(({ content }) => content.uuid)).size).toBe(1);
  });

  test('both must be participants: else 404, and with oneself it is 422', async () => {
    expect((await open(cast.ana, cast.diego)).status).toBe(404);
    expect((await open(cast.diego, cast.ana)).status).toBe(404);
    expect((await open(app.elena, cast.ana)).status).toBe(404);
    expect((await open(cast.ana, cast.ana)).status).toBe(422);
  });

  test('is read by the two and by administrators, for others it is 404', async () => {
    const { uuid } = (await open(cast.ana, cast.bruno)).content;
    const statuses = await Promise.all(
      [cast.ana, cast.bruno, app.elena, cast.carla, cast.diego].map(
        async (client) => (await read(client, uuid)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404]);
  });
});

describe('the group chat', () => {
  test('is read by participants and administrators, shows at most three users', async () => {
    const eva = await registerPerson(app, 'eva');
    const group = await createGroupOf(app, 'Cuatro', [cast.ana, cast.bruno, cast.carla, eva]);
    const [entry] = (
      await cast.ana.request<{ uuid: string }[]>('GET', `/groups/${group.uuid}/chats`)
    ).content;
    const reply = await read(eva, required(entry, 'entry').uuid);
    expect(reply.content).toMatchObject({ type: 'GROUP', group: { name: 'Cuatro' } });
    expect(reply.content.users).toEqual([cast.ana, cast.bruno, cast.carla].map(person));
    expect((await read(app.elena, required(entry, 'entry').uuid)).status).toBe(200);
    expect((await read(cast.diego, required(entry, 'entry').uuid)).status).toBe(404);
  });
});

describe('the personal chat', () => {
  test('is made once: 201, then 200 with the same', async () => {
    const [first, again] = [
      await cast.diego.call(getPersonalChat, {}),
      await cast.diego.call(getPersonalChat, {}),
    ];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(first.content).toMatchObject({
      type: 'PERSONAL',
      group: null,
      users: [person(cast.diego)],
    });
    expect(again.content).toEqual(first.content);
  });

  test('of many calls at once all get the same', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => personal(cast.carla)));
    expect(new Set(made.map(({ uuid }) => uuid)).size).toBe(1);
  });
});

describe('participants of a chat', () => {
  const participants = (client: Client, chatId: string) =>
    client.call(listChatParticipants, { params: { chatId } });

  test('are the present members by e-mail, for members and administrators', async () => {
    const { content } = await participants(cast.bruno, cast.ventasChat);
    expect(content).toEqual(
      [cast.ana, cast.bruno, cast.carla].map(({ uuid, email }) => ({ uuid, email })),
    );
    expect((await participants(app.elena, cast.ventasChat)).status).toBe(200);
    expect((await participants(cast.diego, cast.ventasChat)).status).toBe(404);
  });
});

describe('the list of all chats', () => {
  let diegos: string;
  beforeAll(async () => {
    const other = await createGroupOf(app, 'Diegos', [cast.diego, cast.ana]);
    diegos = await directChatOf(cast.diego, cast.ana, other);
    const direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
    await sendText(cast.ana, cast.ventasChat, 'Al grupo');
    await sendText(cast.ana, direct, 'A Bruno');
    await sendText(cast.diego, diegos, 'De Diego');
    await sendText(cast.ana, (await personal(cast.ana)).uuid, 'Para mí');
  });

  const list = (query: Record<string, string> = {}) => app.elena.call(listChats, { query });

  test('holds group and direct chats that have a message, newest first, never personal ones', async () => {
    const { content } = await list();
    const shown = content.map(({ type, lastMessage }) => [type, lastMessage?.content]);
    expect(shown).toEqual([
      ['DIRECT', 'De Diego'],
      ['DIRECT', 'A Bruno'],
      ['GROUP', 'Al grupo'],
    ]);
  });

  test('is paged by 50 unless asked otherwise', async () => {
    expect((await list()).pagination).toMatchObject({ page: 1, size: 50, totalElements: 3 });
    const second = await list({ page: '2', size: '2' });
    expect(second.content.map(({ lastMessage }) => lastMessage?.content)).toEqual(['Al grupo']);
  });

  test.each([
    ['DIEGO@', ['De Diego']],
    [' bruno ', ['A Bruno', 'Al grupo']],
    ['', ['De Diego', 'A Bruno', 'Al grupo']],
    ['%', []],
    ['nadie', []],
  ])('search %j finds any participant whatever the case', async (search, found) => {
    const { content } = await list({ search });
    expect(content.map(({ lastMessage }) => lastMessage?.content)).toEqual(found);
  });

  test.each(['\u0000', 'x'.repeat(255)])('search cannot be %j', async (search) => {
    expect((await list({ search })).errors).toHaveProperty('search');
  });
});

test('an id that names nothing is 404', () =>
  expectUnknownIds(app.elena, [[getChat], [listChatParticipants]]));
