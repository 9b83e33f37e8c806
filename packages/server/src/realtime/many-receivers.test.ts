import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBareGateway } from '../../test/bare-gateway.ts';
import { type LiveClient, openSocket } from '../../test/socket-client.ts';
import { webSocketOf } from '../../test/web-socket-of.ts';
import type { LiveServer, LiveSocket } from './live-sockets.ts';
import { type Realtime, realtimeOn } from './publish.ts';

let io: LiveServer;
let realtime: Realtime;
let url: string;
beforeAll(async () => {
  ({ io, url } = await openBareGateway());
  realtime = realtimeOn(io);
});
afterAll(() => io.close());

let room: string;
beforeEach(() => {
  room = randomUUID();
});

interface Pair {
  client: LiveClient;
  socket: LiveSocket;
}

/** A receiver in the room: both ends of its connection. */
async function listen(transports = ['websocket']): Promise<Pair> {
  const client = await openSocket(url, { token: 'any' }, {}, { transports });
  const socket = required(io.sockets.sockets.get(client.socket.id ?? ''), 'socket');
  await socket.join(room);
  return { client, socket };
}

const readOf = (chatId: string) => ({ chatId, seenSeq: 1, unreadCount: 0, lastSeq: 1 });
const emitToRoom = (what: string) => io.to(room).emit('chat:read', readOf(what));
const eventsFor = (what: string) => [what, `${what}, again`].map(readOf);
const receivedBy = ({ client }: Pair) => client.all('chat:read').map(({ chatId }) => chatId);

/**
 * Some events go to everybody in the room, one or two at once, some to this receiver alone, some in one turn of the
 * event loop and some in later ones.
 */
async function emitToBoth({ socket }: Pair, count: number, padding = ''): Promise<string[]> {
  const sent: string[] = [];
  for (let n = 0; n < count; n++) {
    const what = `${n}${padding}`;
    sent.push(what);
    if (n % 3 === 0) socket.emit('chat:read', readOf(what));
    else if (n % 3 === 1) emitToRoom(what);
    else realtime.publishEach([room], 'chat:read', eventsFor(what));
    if (n % 3 === 2) sent.push(`${what}, again`);
    if (n % 7 === 0) await nextTurn();
  }
  return sent;
}

describe('what is told to many', () => {
  test.each([[['websocket']], [['polling']], [['polling', 'websocket']]])(
    'and what is told to one arrive in their order by %j',
    async (transports) => {
      const one = await listen(transports);
      const { conn } = one.socket;
      const sent = await emitToBoth(one, 200);
      if (conn.transport.name !== transports.at(-1)) await once(conn, 'upgrade');
      sent.push(...(await emitToBoth(one, 200)));
      await one.client.fence();
      expect(receivedBy(one)).toEqual(sent);
      one.client.close();
    },
  );

  test('arrives whole, whatever its length and its characters', async () => {
    const one = await listen();
    const texts = [0, 10, 60, 100, 1_000, 30_000, 70_000].map((count) => 'ñ€😀'.repeat(count));
    for (const text of texts) emitToRoom(text);
    await one.client.fence();
    expect(receivedBy(one)).toEqual(texts);
    one.client.close();
  });

  test('arrives once in several rooms, and not where it is not meant', async () => {
    const [one, other, away] = [await listen(), await listen(), await listen()];
    await one.socket.join('second');
    await away.socket.leave(room);
    io.to([room, 'second', 'nowhere']).except(other.socket.id).emit('chat:read', readOf('a'));
    io.except(other.socket.id).emit('chat:read', readOf('b'));
    io.to('nowhere').emit('chat:read', readOf('c'));
    for (const { client } of [one, other, away]) await client.fence();
    expect([one, other, away].map(receivedBy)).toEqual([['a', 'b'], [], ['b']]);
    for (const { client } of [one, other, away]) client.close();
  });

  test('arrives before the end that follows it at once', async () => {
    const one = await listen();
    emitToRoom('last');
    one.socket.disconnect(true);
    await one.client.closed();
    expect(one.client.received.map(({ event }) => event)).toEqual(['chat:read', 'disconnect']);
  });
});

test('whoever takes nothing for a while holds nobody up, and hears all of it in its order afterwards', async () => {
  const [slow, other] = [await listen(), await listen()];
  const slowSocket = webSocketOf(slow.client.raw);
  slowSocket.pause();
  // More than a connection buffers, but less than the amount that ends a connection.
  const sent = await emitToBoth(slow, 200, 'x'.repeat(32 * 1024));
  await other.client.fence();
  expect(receivedBy(other)).toHaveLength(199);
  slowSocket.resume();
  await slow.client.fence();
  expect(receivedBy(slow)).toEqual(sent);
  for (const { client } of [slow, other]) client.close();
});

test('a client that does not read is dropped before what waits for it fills the memory', async () => {
  const [deaf, other] = [await listen(), await listen()];
  webSocketOf(deaf.client.raw).pause();
  for (let n = 0; n < 200; n++) deaf.socket.emit('chat:read', readOf('x'.repeat(2 ** 16)));
  expect(deaf.socket.connected).toBe(false);
  emitToRoom('others go on');
  await other.client.fence();
  expect(receivedBy(other)).toEqual(['others go on']);
  for (const { client } of [deaf, other]) client.close();
});
