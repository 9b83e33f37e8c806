import { listAuditEvents } from '@chat/contract/audit';
import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../test/cast.ts';
import { type Asked, searchAll } from '../../../test/search.ts';
import { untilIndexed } from '../../../test/search-index.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  await sendText(cast.bruno, cast.ventasChat, 'La nómina de marzo');
  await sendText(cast.ana, direct, 'Mi nómina no llega');
  const personal = (await cast.ana.call(getPersonalChat, {})).content.uuid;
  await sendText(cast.ana, personal, 'Revisar nómina');
  await untilIndexed(app.ctx.db);
});
afterAll(() => app.close());

const texts = async (asked: string | Asked) => {
  const reply = await searchAll(cast.elena, asked);
  expect([reply.status, reply.pagination]).toEqual([200, null]);
  return reply.content.map(({ message }) => message.content);
};
const recorded = async () => {
  const { content } = await cast.elena.call(listAuditEvents, { query: { action: 'SEARCH' } });
  return content;
};

test('group and direct chats are found with who takes part, personal ones never', async () => {
  const { content } = await searchAll(cast.elena, 'nomina');
  const place = { groupUuid: cast.ventas.uuid, groupName: 'Ventas' };
  const users = [cast.ana, cast.bruno, cast.carla].map(({ uuid, email }) => ({ uuid, email }));
  expect(content.map(({ message, chat }) => [message.content, chat])).toEqual([
    [
      'Mi nómina no llega',
      { ...place, uuid: direct, chatType: 'DIRECT', users: users.slice(0, 2) },
    ],
    ['La nómina de marzo', { ...place, uuid: cast.ventasChat, chatType: 'GROUP', users }],
  ]);
  expect(content[0]?.snippet).toEqual([
    { text: 'Mi ', hit: false },
    { text: 'nómina', hit: true },
    { text: ' no llega', hit: false },
  ]);
  expect(await texts('revisar')).toEqual([]);
});

test('it takes the filters of every search', async () => {
  expect(await texts({ q: 'nomina', chatId: direct })).toEqual(['Mi nómina no llega']);
  expect(await texts({ q: 'nomina', groupId: cast.ventas.uuid, size: '1' })).toEqual([
    'Mi nómina no llega',
  ]);
  expect(await texts({ q: 'nomina', from: cast.bruno.uuid })).toEqual(['La nómina de marzo']);
  expect(await texts('nomina de:ana')).toEqual(['Mi nómina no llega']);
  expect(await texts('nomina en:ventas -marzo')).toEqual(['Mi nómina no llega']);
  expect(await texts('nomina en:bruno')).toEqual(['Mi nómina no llega']);
  expect((await searchAll(cast.elena, '')).status).toBe(422);
});

test('en: names either side of a direct chat that a reason has opened, and nobody else', async () => {
  const other = await startApp({ supervision: 'reason' });
  const { ana, bruno, carla, elena, ventas } = await gatherCast(other);
  const opened = await directChatOf(ana, bruno, ventas);
  await sendText(ana, opened, 'La nómina de Ana');
  await sendText(carla, await directChatOf(carla, bruno, ventas), 'La nómina de Carla');
  await untilIndexed(other.ctx.db);
  const reason = 'Una queja de la plantilla';
  await elena.request('POST', `/chats/${opened}/supervisions`, { reason });
  const found = async (q: string) =>
    (await searchAll(elena, q)).content.map(({ message }) => message.content);
  for (const name of ['ana', 'bruno']) {
    expect(await found(`nomina en:${name}`)).toEqual(['La nómina de Ana']);
  }
  expect(await found('nomina en:carla')).toEqual([]);
  await other.close();
});

test('deleted groups are not searched', async () => {
  const group = await createGroupOf(app, 'Breve', [cast.ana, cast.bruno]);
  await sendText(cast.ana, await groupChatOf(cast.ana, group), 'Un alcornoque');
  await untilIndexed(app.ctx.db);
  expect(await texts('alcornoque')).toEqual(['Un alcornoque']);
  await cast.elena.request('DELETE', `/groups/${group.uuid}`);
  expect(await texts('alcornoque')).toEqual([]);
});

test('each search is recorded with its query and, of each chat, from which message to which it was shown', async () => {
  const before = (await recorded()).length;
  const q = '"nómina de" OR llega';
  expect(await texts({ q: 'nómina -llega', type: 'TEXT' })).toHaveLength(1);
  expect(await texts(q)).toEqual([]);
  await texts('nómina');
  // A repeat of that search, and one page of it, within the same minutes.
  await texts('nómina');
  await texts({ q: 'nómina', size: '1' });
  const about = {
    actorEmail: cast.elena.email,
    groupName: 'Ventas',
    messageId: null,
  };
  const lines = (await recorded()).slice(0, -before || undefined);
  expect(lines).toHaveLength(4);
  expect(
    lines
      .slice(0, 2)
      .map(({ chatId }) => chatId)
      .sort(),
  ).toEqual([direct, cast.ventasChat].sort());
  expect(lines).toMatchObject([
    { ...about, detail: 'nómina' },
    { ...about, detail: 'nómina' },
    { actorEmail: cast.elena.email, chatId: null, detail: q, fromSeq: null, toSeq: null },
    { ...about, chatId: cast.ventasChat, detail: 'nómina -llega type=TEXT', fromSeq: 1, toSeq: 1 },
  ]);
  expect(lines.find(({ chatId }) => chatId === direct)?.memberEmails.sort()).toEqual(
    [cast.ana.email, cast.bruno.email].sort(),
  );
});

test('what members search for in their own chats is nobody’s business', async () => {
  // An entry is chained some moments after it was written.
  const entries = async () =>
    (await recorded()).map((entry) => ({ ...entry, hash: null, previousHash: null }));
  const before = await entries();
  await cast.ana.request('GET', '/search/messages?q=nomina');
  await cast.elena.request('GET', '/search/messages?q=nomina');
  expect(await entries()).toEqual(before);
});

test('of whole chats, page by page, each line says what its page has shown', async () => {
  const group = await createGroupOf(app, 'Actas', [cast.ana, cast.bruno]);
  const chatId = await groupChatOf(cast.ana, group);
  const uuids: string[] = [];
  for (let n = 1; n <= 6; n++) {
    const { content } = await sendText(cast.ana, chatId, `acta ${n}`);
    uuids.push(content[0]?.uuid ?? '');
  }
  await untilIndexed(app.ctx.db);
  const before = (await recorded()).length;
  const ranges = async () =>
    (await recorded())
      .slice(0, -before || undefined)
      .map(({ detail, fromSeq, toSeq }) => [detail, fromSeq, toSeq]);
  const page = { q: 'acta', chatId, size: '2' };
  const detail = `acta chatId=${chatId}`;
  expect(await texts(page)).toEqual(['acta 6', 'acta 5']);
  expect(await texts({ ...page, before: uuids[2] ?? '' })).toEqual(['acta 2', 'acta 1']);
  const two = [
    [detail, 1, 2],
    [detail, 5, 6],
  ];
  expect(await ranges()).toEqual(two);
  // The two lines cover this page already; neither has the third message.
  expect(await texts({ ...page, size: '1' })).toEqual(['acta 6']);
  expect(await ranges()).toEqual(two);
  expect(await texts({ ...page, size: '4' })).toEqual(['acta 6', 'acta 5', 'acta 4', 'acta 3']);
  expect(await ranges()).toEqual([[detail, 3, 6], ...two]);
  expect(await texts({ ...page, size: '6' })).toHaveLength(6);
  expect(await ranges()).toEqual([[detail, 3, 6], ...two]);
});
