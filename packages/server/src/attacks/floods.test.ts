import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { getPersonalChat } from '@chat/contract/chats';
import { listOwnGroups } from '@chat/contract/groups';
import { listMessages } from '@chat/contract/messages';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { holdStatements } from '../../test/before-statement.ts';
import { startApp, type TestApp } from '../../test/build-app.ts';
import { type Cast, gatherCast, sendText } from '../../test/cast.ts';
import { openPolling } from '../../test/open-polling.ts';
import { headOf, openRawConnection, type RawConnection } from '../../test/raw-connection.ts';
import { openSocket } from '../../test/socket-client.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startApp();
  cast = await gatherCast(app);
});
afterAll(() => app.close());

test('a flood of signals is answered, most of it with a refusal, and the socket works afterwards', async () => {
  const live = await cast.carla.connect();
  const flood = Array.from({ length: 3_000 }, () =>
    live.emit('seen', { chatId: cast.ventasChat, upToSeq: 1 }),
  );
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ ok }) => !ok);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(answers.length);
  expect(refused[0]).toEqual({ ok: false, message: expect.stringContaining('Demasiados') });
  expect(await live.emit('seen', { chatId: cast.ventasChat })).toEqual({ ok: true });
  live.close();
});

test('the flood of one person is one, however many sockets it comes through', async () => {
  const sockets = await Promise.all(Array.from({ length: 4 }, () => cast.carla.connect()));
  const mark = { chatId: cast.ventasChat, upToSeq: 1 };
  const flood = sockets.map((socket) =>
    Promise.all(Array.from({ length: 900 }, () => socket.emit('seen', mark))),
  );
  const answers = (await Promise.all(flood)).flat();
  expect(answers.filter(({ ok }) => !ok).length).toBeGreaterThan(0);
  expect(await sockets[0]?.emit('seen', { chatId: cast.ventasChat })).toEqual({ ok: true });
  for (const socket of sockets) socket.close();
});

test('signals polled by the thousand are all read, in order, and a body of more ends its connection', async () => {
  const path = await openPolling(app.url);
  const post = (body: string) => fetch(path, { method: 'POST', body });
  const poll = async () => (await fetch(path)).text();
  await post(`40${JSON.stringify({ token: cast.carla.token })}`);
  await poll();
  const signals = (count: number) =>
    Array.from({ length: count }, (_, n) => `42${n}["unwatch",{}]`).join('\x1e');
  await post(signals(1_500));
  const answers: number[] = [];
  while (answers.length < 1_500) {
    const packets = (await poll()).split('\x1e').filter((packet) => packet.startsWith('43'));
    answers.push(...packets.map((packet) => Number.parseInt(packet.slice(2), 10)));
  }
  expect(answers).toEqual(Array.from({ length: 1_500 }, (_, n) => n));
  await post(signals(10_001));
  expect((await fetch(path)).status).toBe(400);
});

test('a person has fifty sockets and no more; others have theirs, and one that is closed makes room', async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, () => cast.carla.connect()));
  await expect(cast.carla.connect()).rejects.toThrow('too many sockets');
  const other = await cast.bruno.connect();
  sockets.pop()?.close();
  await vi.waitFor(async () => sockets.push(await cast.carla.connect()), 60_000);
  for (const socket of [...sockets, other]) socket.close();
});

/**
 * Sends ten times more calls than may be under way while statements with these words are held back: ten calls are
 * refused, and nobody else's.
 */
async function expectTenRefused(
  maxUnderWay: number,
  words: string,
  ask: () => Promise<{ status: number; headers: Headers }>,
) {
  const { release } = holdStatements(app.ctx.db, words);
  const refused: Headers[] = [];
  const calls = Array.from({ length: maxUnderWay + 10 }, async () => {
    const { status, headers } = await ask();
    if (status === 429) refused.push(headers);
  });
  await vi.waitFor(() => expect(refused).toHaveLength(10), { timeout: 60_000 });
  const params = { chatId: cast.ventasChat };
  const others = await cast.bruno.call(listMessages, { params });
  release();
  await Promise.all(calls);
  expect(others.status).toBe(200);
  expect(refused[0]?.get('retry-after')).toBe('1');
  expect((await cast.carla.call(listMessages, { params })).status).toBe(200);
}

test('of one person four reads run and a hundred wait; the rest is told to slow down, and others are answered', () =>
  expectTenRefused(104, 'from group_participants', () => cast.carla.call(listOwnGroups, {})));

test('of one person two hundred calls are under way; the rest is told to slow down, and others are answered', () =>
  expectTenRefused(200, 'insert into messages', () =>
    sendText(cast.carla, cast.ventasChat, 'Hola', randomUUID()),
  ));

test('sixty reads of one person at once are all answered', async () => {
  const calls = Array.from({ length: 60 }, () => cast.carla.call(listOwnGroups, {}));
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
});

describe('a body that only drips', () => {
  let own: TestApp;
  // The limits are counted by these clocks, and no test waits for so long.
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    own = await startApp();
  });
  afterAll(async () => {
    await own.close();
    vi.useRealTimers();
  });

  test('of a stranger has ten seconds in all, JSON of a colleague fifteen, a file more', async () => {
    const authorization = `Authorization: Bearer ${own.elena.token}`;
    const chat = await own.elena.call(getPersonalChat, {});
    const messages = `POST /api/chats/${chat.content.uuid}/messages`;
    const json = ['Content-Type: application/json', 'Content-Length: 500'];
    const form = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 500'];
    const heads = {
      stranger: headOf('POST /api/auth/login', json),
      unasked: headOf('GET /assets/nada.js', ['Content-Length: 500']),
      colleague: headOf(messages, [...json, authorization]),
      upload: headOf(messages, [...form, authorization], '--x\r\n'),
    };
    const connections = new Map<string, RawConnection>();
    for (const [who, head] of Object.entries(heads)) {
      const connection = await openRawConnection(own.url);
      const arrived = once(own.app.http.server, 'request');
      connection.socket.write(head);
      await arrived;
      connections.set(who, connection);
    }
    /** The connections still open after so many seconds, in each of which every connection sends one more byte. */
    const openAfter = async (seconds: number, ...ended: (keyof typeof heads)[]) => {
      for (let second = 0; second < seconds; second++) {
        for (const { socket } of connections.values()) socket.write(' ');
        expect((await own.elena.request('GET', '/health')).status).toBe(200);
        vi.advanceTimersByTime(1_000);
      }
      for (const who of ended) {
        await connections.get(who)?.closed;
        connections.delete(who);
      }
      expect((await own.elena.request('GET', '/health')).status).toBe(200);
      return [...connections].filter(([, { socket }]) => !socket.closed).map(([who]) => who);
    };
    expect(await openAfter(9)).toEqual(['stranger', 'unasked', 'colleague', 'upload']);
    expect(await openAfter(2, 'stranger', 'unasked')).toEqual(['colleague', 'upload']);
    expect(await openAfter(3)).toEqual(['colleague', 'upload']);
    expect(await openAfter(2, 'colleague')).toEqual(['upload']);
    for (const { socket } of connections.values()) socket.destroy();
  });
});

test('a packet beyond the limit closes its own socket alone', async () => {
  const [loud, live] = [
    await openSocket(app.url, { token: cast.ana.token }),
    await cast.bruno.connect(),
  ];
  loud.socket.emit('typing', { chatId: 'x'.repeat(3 * 2 ** 20) });
  await loud.closed();
  await live.fence();
  expect(live.socket.connected).toBe(true);
  live.close();
});

test('a hundred sockets without a session hear nothing and leave the server well', async () => {
  const attempts = Array.from({ length: 100 }, () => openSocket(app.url, { token: randomUUID() }));
  for (const { status } of await Promise.allSettled(attempts)) expect(status).toBe('rejected');
  expect((await app.client().request('GET', '/health')).status).toBe(200);
});
