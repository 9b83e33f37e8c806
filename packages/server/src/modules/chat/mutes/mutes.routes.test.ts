import { getPersonalChat, listGroupChats } from '@chat/contract/chats';
import { required } from '@chat/contract/checks';
import { listOwnGroups } from '@chat/contract/groups';
import { setChatNotifications } from '@chat/contract/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { Client } from '../../../../test/client.ts';
import { connectEach } from '../../../../test/live-cast.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';
import { expectUnknownIds } from '../../../../test/wrong-values.ts';

const HOUR_MS = 3_600_000;
const nothing = { mode: 'all', until: null };

let app: TestApp;
let cast: Cast;
let direct: string;
let live: Record<'ana' | 'anaToo' | 'bruno' | 'carla' | 'diego' | 'elena', LiveClient>;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const people = { ...cast, anaToo: await app.signIn(cast.ana.email) };
  live = await connectEach(['ana', 'anaToo', 'bruno', 'carla', 'diego', 'elena'] as const, people);
});
beforeEach(async () => {
  for (const chat of [cast.ventasChat, direct]) await mute(cast.ana, chat, 'all');
  for (const socket of Object.values(live)) await socket.fence();
  for (const socket of Object.values(live)) socket.forget();
});
afterAll(async () => {
  for (const socket of Object.values(live)) socket.close();
  await app.close();
});

type Mode = 'all' | 'mentions' | 'none';
const mute = (client: Client, chatId: string, mode: Mode, until?: string | null) =>
  client.call(setChatNotifications, { params: { chatId }, body: { mode, until } });
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const listOf = async (client: Client) =>
  (await client.call(listGroupChats, { params: { groupId: cast.ventas.uuid } })).content;
const entryOf = async (client: Client, chatId: string) =>
  required(
    (await listOf(client)).find(({ chatUuid }) => chatUuid === chatId),
    'entry',
  );
const shown = async (client: Client, chatId: string) =>
  (await entryOf(client, chatId)).notifications;

describe('a mute', () => {
  test.each([
    { mode: 'none', until: null },
    { mode: 'mentions', until: inHours(8) },
    { mode: 'none', until: inHours(24 * 364) },
    { mode: 'all', until: null },
  ] as const)('is answered as it was set: %j', async ({ mode, until }) => {
    for (const chat of [cast.ventasChat, direct]) {
      const reply = await mute(cast.ana, chat, mode, until);
      expect(reply).toMatchObject({ status: 200, content: { mode, until } });
      expect(await shown(cast.ana, chat)).toEqual({ mode, until });
    }
  });

  test('is for ever without `until`', async () => {
    expect((await mute(cast.ana, direct, 'none')).content).toEqual({ mode: 'none', until: null });
  });

  test('concerns nobody but who set it', async () => {
    await mute(cast.ana, direct, 'none');
    await mute(cast.ana, cast.ventasChat, 'mentions');
    expect(await shown(cast.bruno, direct)).toEqual(nothing);
    expect(await shown(cast.bruno, cast.ventasChat)).toEqual(nothing);
  });

  test('is the same on all devices, and each entry carries its own, `all` where nothing was set', async () => {
    await mute(cast.ana, cast.ventasChat, 'none');
    const again = await app.signIn(cast.ana.email);
    const list = (await listOf(again)).map(({ email, notifications }) => [email, notifications]);
    expect(Object.fromEntries(list)).toEqual({
      'grupo@empresa.local': { mode: 'none', until: null },
      [cast.bruno.email]: nothing,
      // Nobody has opened this chat.
      [cast.carla.email]: nothing,
    });
  });

  test('`all` has no end, whatever was sent', async () => {
    expect((await mute(cast.ana, direct, 'all', inHours(1))).content).toEqual(nothing);
    expect(await shown(cast.ana, direct)).toEqual(nothing);
  });

  test('leaves what is unread alone: messages of a muted chat count and tick as ever', async () => {
    await mute(cast.bruno, direct, 'none');
    await sendText(cast.ana, direct, '¿Estás?');
    const { unreadCount } = await entryOf(cast.bruno, direct);
    expect(unreadCount).toBeGreaterThan(0);
    const groups = await cast.bruno.call(listOwnGroups, {});
    const ventas = groups.content.find(({ uuid }) => uuid === cast.ventas.uuid);
    expect(ventas?.unreadCount).toBeGreaterThanOrEqual(unreadCount);
    await live.bruno.emit('seen', { chatId: direct });
    await live.ana.waitFor('message:seen', ({ chatId }) => chatId === direct);
    expect((await entryOf(cast.ana, direct)).lastMessage?.status).toBe('SEEN');
    expect((await entryOf(cast.bruno, direct)).unreadCount).toBe(0);
  });
});

describe('the end of a mute', () => {
  test('until a moment that has passed is none', async () => {
    for (const until of [inHours(-1), '0000-01-01T00:00:00Z', '1969-12-31T23:59:59+14:00']) {
      await mute(cast.ana, direct, 'none');
      const reply = await mute(cast.ana, direct, 'none', until);
      expect([until, reply.status, reply.content]).toEqual([until, 200, nothing]);
      expect(await shown(cast.ana, direct)).toEqual(nothing);
    }
  });

  test('ends at most a year ahead', async () => {
    const text = 'Se puede silenciar como máximo un año';
    for (const until of [inHours(24 * 367), '9999-12-31T23:59:59.999Z']) {
      const reply = await mute(cast.ana, direct, 'none', until);
      expect(reply).toMatchObject({ status: 422, message: text, errors: { until: [text] } });
    }
    expect(await shown(cast.ana, direct)).toEqual(nothing);
  });

  test('a kept list shows a mute at once, and its end', async () => {
    // Twice the same: from here on the list is kept.
    for (let read = 0; read < 3; read++) expect(await shown(cast.ana, direct)).toEqual(nothing);
    await mute(cast.ana, direct, 'none', inHours(1));
    for (let read = 0; read < 3; read++)
      expect(await shown(cast.ana, direct)).toMatchObject({ mode: 'none' });
    const soon = new Date(Date.now() + 2_000).toISOString();
    expect((await mute(cast.ana, direct, 'none', soon)).content.mode).toBe('none');
    // The list is kept while nothing but time goes by.
    while ((await shown(cast.ana, direct)).mode === 'none');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
    expect(await shown(cast.ana, direct)).toEqual(nothing);
  });
});

describe('who may', () => {
  test('an id that names nothing is 404', () =>
    expectUnknownIds(app.elena, [[setChatNotifications, { mode: 'none' }]]));

  test('no personal chat can be muted', async () => {
    const { uuid } = (await cast.ana.call(getPersonalChat, {})).content;
    const reply = await mute(cast.ana, uuid, 'none');
    expect(reply).toMatchObject({
      status: 422,
      message: 'Tu chat personal no se puede silenciar',
    });
  });

  test.each([
    ['no mode', {}, 'mode'],
    ['an unknown mode', { mode: 'some' }, 'mode'],
    ['a number', { mode: 1 }, 'mode'],
    ['a day', { mode: 'none', until: '2026-12-24' }, 'until'],
    ['no instant', { mode: 'none', until: 'mañana' }, 'until'],
    ['an instant without zone', { mode: 'none', until: '2026-12-24T10:00:00' }, 'until'],
    ['a number of ms', { mode: 'none', until: 1_800_000_000_000 }, 'until'],
    ['a list', [], 'mode'],
  ])('a wrong field is 422: %s', async (_, body, field) => {
    const path = `/chats/${direct}/notifications`;
    const reply = await cast.ana.request('PUT', path, body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual([expect.stringMatching(`^(${field}|body)$`)]);
  });
});

describe('`chat:notifications`', () => {
  test("reaches the person's own sockets and nobody else's", async () => {
    const until = inHours(2);
    await mute(cast.ana, cast.ventasChat, 'mentions', until);
    await Promise.all(Object.values(live).map((socket) => socket.fence()));
    const received = Object.entries(live).flatMap(([name, socket]) =>
      socket.all('chat:notifications').map((event) => [name, event]),
    );
    const event = { chatId: cast.ventasChat, mode: 'mentions', until };
    expect(received).toEqual([
      ['ana', event],
      ['anaToo', event],
    ]);
  });

  test('when two devices disagree, the last event is what is stored', async () => {
    const modes = Array.from({ length: 12 }, (_, index) => (index % 2 ? 'none' : 'mentions'));
    await Promise.all(modes.map((mode) => mute(cast.ana, direct, mode)));
    await live.ana.fence();
    const { mode } = await shown(cast.ana, direct);
    expect(live.ana.all('chat:notifications')).toHaveLength(modes.length);
    expect(live.ana.all('chat:notifications').at(-1)?.mode).toBe(mode);
  });
});

test("leaving the group forgets it, and nobody else's", async () => {
  await mute(cast.ana, direct, 'none');
  await mute(cast.ana, cast.ventasChat, 'mentions', inHours(8));
  await mute(cast.bruno, direct, 'none');
  const people = `/groups/${cast.ventas.uuid}/users`;
  await sendText(cast.ana, direct, 'Hasta luego');
  await app.elena.request('DELETE', `${people}/${cast.ana.uuid}`);
  expect((await mute(cast.ana, direct, 'none')).status).toBe(404);
  expect(await shown(cast.bruno, direct)).toEqual({ mode: 'none', until: null });
  await app.elena.request('POST', people, { userIds: [cast.ana.uuid] });
  expect(await shown(cast.ana, direct)).toEqual(nothing);
  expect(await shown(cast.ana, cast.ventasChat)).toEqual(nothing);
  expect(await shown(cast.bruno, direct)).toEqual({ mode: 'none', until: null });
});
