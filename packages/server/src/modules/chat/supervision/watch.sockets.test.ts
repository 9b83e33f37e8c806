import { getPersonalChat } from '@chat/contract/chats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../../test/cast.ts';
import type { LiveClient } from '../../../../test/socket-client.ts';
import { NOBODY } from '../../../../test/wrong-values.ts';

let app: TestApp;
let cast: Cast;
let direct: string;
let watcher: LiveClient;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
  direct = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  watcher = await app.elena.connect();
});
afterAll(async () => {
  watcher.close();
  await app.close();
});

const timesReceived = async (live: LiveClient, text: string) => {
  await live.fence();
  return live.all('message').filter(({ content }) => content === text).length;
};

test('watch: live messages of group and direct chats reach the administrator, each once', async () => {
  for (const chatId of [direct, cast.ventasChat]) {
    expect(await watcher.emit('watch', { chatId })).toEqual({ ok: true });
    await sendText(cast.ana, chatId, `Vigilado ${chatId}`);
    expect(await timesReceived(watcher, `Vigilado ${chatId}`)).toBe(1);
  }
});

test('a chat that is not watched does not reach them, nor their other sockets', async () => {
  const other = await app.elena.connect();
  const unwatched = await directChatOf(cast.ana, cast.carla, cast.ventas);
  await sendText(cast.ana, unwatched, 'Sin vigilar');
  await sendText(cast.ana, direct, 'Solo un socket');
  expect(await timesReceived(watcher, 'Sin vigilar')).toBe(0);
  expect(await timesReceived(other, 'Solo un socket')).toBe(0);
  other.close();
});

test('unwatch ends it', async () => {
  expect(await watcher.emit('unwatch', { chatId: direct })).toEqual({ ok: true });
  await sendText(cast.ana, direct, 'Ya no');
  expect(await timesReceived(watcher, 'Ya no')).toBe(0);
});

test('unwatch ends a watch that is still under way, in the order in which they were emitted', async () => {
  const quick = await app.elena.connect();
  const chats = [direct, cast.ventasChat];
  await Promise.all(
    chats.flatMap((chatId) => [quick.emit('watch', { chatId }), quick.emit('unwatch', { chatId })]),
  );
  for (const chatId of chats) await sendText(cast.ana, chatId, 'De paso');
  expect(await timesReceived(quick, 'De paso')).toBe(0);
  quick.close();
});

test('watching changes no tick and no counter', async () => {
  await watcher.emit('watch', { chatId: direct });
  await sendText(cast.ana, direct, 'Intacto');
  await timesReceived(watcher, 'Intacto');
  const { content } = await cast.ana.request<{ status: string }[]>(
    'GET',
    `/chats/${direct}/messages`,
  );
  expect(content.at(-1)?.status).toBe('SENT');
});

test('what a watcher says they have seen is not theirs to say', async () => {
  for (const event of ['seen', 'delivered'] as const) {
    expect(await watcher.emit(event, { chatId: direct })).toMatchObject({ ok: false });
  }
});

test('a personal chat and one that does not exist cannot be watched', async () => {
  const { uuid } = (await cast.ana.call(getPersonalChat, {})).content;
  for (const chatId of [uuid, NOBODY]) {
    expect(await watcher.emit('watch', { chatId })).toMatchObject({ ok: false });
  }
  await sendText(cast.ana, uuid, 'Privado');
  expect(await timesReceived(watcher, 'Privado')).toBe(0);
});

test('who is no administrator cannot watch, not even their own chat', async () => {
  const diego = await cast.diego.connect();
  expect(await diego.emit('watch', { chatId: cast.ventasChat })).toMatchObject({ ok: false });
  expect(await diego.emit('unwatch', { chatId: cast.ventasChat })).toMatchObject({ ok: false });
  await sendText(cast.ana, cast.ventasChat, 'Sin Diego');
  expect(await timesReceived(diego, 'Sin Diego')).toBe(0);
  diego.close();
});

test('ticks of who has left reach the watcher, and not their author', async () => {
  await watcher.emit('watch', { chatId: cast.ventasChat });
  const [bruno, carla] = await Promise.all([cast.bruno.connect(), cast.carla.connect()]);
  const [sent] = (await sendText(cast.carla, cast.ventasChat, 'Me despido')).content;
  const path = `/groups/${cast.ventas.uuid}/users/${cast.carla.uuid}`;
  await app.elena.request('DELETE', path);
  const ana = await cast.ana.connect();
  for (const reader of [bruno, ana]) await reader.emit('seen', { chatId: cast.ventasChat });
  const tick = await watcher.waitFor('message:seen', ({ upToSeq }) => upToSeq === sent?.seq);
  expect(tick).toMatchObject({ chatId: cast.ventasChat, senderId: cast.carla.uuid });
  await carla.fence();
  expect(carla.all('message:seen')).toEqual([]);
  for (const socket of [bruno, carla, ana]) socket.close();
});
