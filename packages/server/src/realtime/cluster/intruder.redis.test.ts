import { randomBytes, randomUUID } from 'node:crypto';
import { login } from '@chat/contract/auth';
import { firstOf, required } from '@chat/contract/checks';
import { addGroupParticipants, removeGroupParticipant } from '@chat/contract/groups';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cast, createGroupOf, gatherCast, groupChatOf, sendText } from '../../../test/cast.ts';
import { type Intruder, openIntruder, type PassedOn } from '../../../test/intruder.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';
import { chatRoom, userRoom } from '../live-sockets.ts';

let processes: Processes;
let cast: Cast;
let intruder: Intruder;
let live: Record<'ana' | 'bruno' | 'diego', LiveClient>;
beforeEach(async () => {
  processes = await startProcesses();
  intruder = await openIntruder(processes.redis.url);
  cast = await gatherCast(processes.one);
  live = {
    ana: await cast.ana.connect(),
    bruno: await at(processes.other, cast.bruno).connect(),
    diego: await at(processes.other, cast.diego).connect(),
  };
});
afterEach(async () => {
  for (const socket of Object.values(live)) socket.close();
  intruder.close();
  await processes.close();
});

const say = async (text: string, chatId = cast.ventasChat) =>
  firstOf((await sendText(cast.ana, chatId, text)).content).uuid;
const receives = (socket: LiveClient, uuid: string) =>
  socket.waitFor('message', (message) => message.uuid === uuid);
const timesReceived = (socket: LiveClient, uuid: string) =>
  socket.all('message').filter((message) => message.uuid === uuid).length;
const isSentAway = (socket: LiveClient) =>
  socket.received.some(({ event }) => event === 'disconnect');
/** Waits until Bruno's process has read all earlier entries. */
const fence = async () => receives(live.bruno, await say('Hasta aquí'));
const rejected = async () =>
  [
    ...(await (await fetch(`${processes.other.url}/api/metrics`)).text()).matchAll(
      /^chat_redis_rejected_total\{.*\} (\d+)$/gm,
    ),
  ].reduce((sum, [, count]) => sum + Number(count), 0);

async function playAgain(entries: PassedOn[], names?: string[]): Promise<void> {
  for (const { payload } of entries)
    for (const name of names ?? (await intruder.names())) await intruder.say(name, payload);
}

test('who reads along in Redis learns no text, no e-mail, no address, no person and no chat', async () => {
  const nobody = processes.other.client();
  const body = { email: cast.bruno.email, password: 'adivinada', deviceId: 'd-12345678' };
  await nobody.request('POST', login.path, body);
  await live.ana.emit('typing', { chatId: cast.ventasChat });
  await live.bruno.waitFor('typing');
  const text = 'Nadie más lo lee';
  await receives(live.bruno, await say(text));
  const { ana, bruno, ventasChat } = cast;
  const seen = [
    ...intruder.commands,
    ...intruder.passedOn.map(({ payload }) => payload.toString()),
  ];
  expect(seen.length).toBeGreaterThan(10);
  for (const word of [text, bruno.email, '127.0.0.1', ana.uuid, bruno.uuid, ventasChat, 'typing"'])
    expect(seen.filter((one) => one.includes(word))).toEqual([]);
});

test('what somebody else writes into Redis is done by nobody and sends nobody away; it is counted', async () => {
  const uuid = randomUUID();
  const forged = { uuid, chatId: cast.ventasChat, content: 'Soy Ana', seq: 2 };
  const messages = [
    ['join', [cast.diego.uuid], chatRoom(cast.ventasChat)],
    ['publish', userRoom(cast.bruno.uuid), 'message', forged],
    ['readAgain'],
    ['endSessions', [1, 2, 3, 4, 5, 6], 'blocked'],
    ['missed', 0],
  ].map((message) => Buffer.from(JSON.stringify(message)));
  const { payload } = required(intruder.passedOn.at(-1), 'entry');
  const head = payload.subarray(0, payload.indexOf('\n') + 1);
  const unreadable = [...messages, randomBytes(100), Buffer.alloc(0), Buffer.alloc(200_000)];
  const names = await intruder.names();
  const heads = [
    head,
    ...names.map((name) => Buffer.from(`${name} 9999 7 all 0 \n`)),
    ...names.map((name) => Buffer.from(`${name} 9999 0   \n`)),
    Buffer.from(`${randomUUID()} 1 0 ${names[0]} 0 \n`),
    Buffer.from(`${randomUUID()}`),
    Buffer.from('\n'),
  ];
  const entries = heads.flatMap((one) =>
    unreadable.map((text) => ({ name: '', payload: Buffer.concat([one, text]) })),
  );
  await playAgain(entries);
  const next = await say('Sigue todo igual');
  await receives(live.bruno, next);
  await live.diego.fence();
  expect([timesReceived(live.bruno, uuid), timesReceived(live.diego, next)]).toEqual([0, 0]);
  expect(Object.values(live).map(isSentAway)).toEqual([false, false, false]);
  expect(await rejected()).toBeGreaterThanOrEqual(entries.length);
});

test('an entry that is played again is done by nobody: by whom it was for, by another, by one that starts later, after Redis has lost everything', async () => {
  const uuid = await say('Solo una vez');
  await receives(live.bruno, uuid);
  const before = [...intruder.passedOn];
  await playAgain(before);
  await fence();
  expect(timesReceived(live.bruno, uuid)).toBe(1);
  expect(Object.values(live).map(isSentAway)).toEqual([false, false, false]);

  const known = await intruder.names();
  const third = await processes.start();
  const carla = await at(third, cast.carla).connect();
  const later = (await intruder.names()).filter((name) => !known.includes(name));
  await playAgain(before, later);
  await receives(carla, await say('Para la tercera'));
  expect(timesReceived(carla, uuid)).toBe(0);
  expect(isSentAway(carla)).toBe(false);

  await intruder.redis.flushall();
  await Promise.all([live.bruno.closed(), carla.closed()]);
  const brunoAgain = await at(processes.other, cast.bruno).connect();
  const carlaAgain = await at(third, cast.carla).connect();
  await playAgain(before);
  const next = await say('De nuevo');
  for (const socket of [brunoAgain, carlaAgain]) {
    await receives(socket, next);
    expect(timesReceived(socket, uuid)).toBe(0);
    socket.close();
  }
});

test('a move into a group that is played again lets nobody in, at a process that starts later neither', async () => {
  const group = await createGroupOf(processes.one, 'Confidencial', [cast.ana]);
  const chatId = await groupChatOf(cast.ana, group);
  const body = { userIds: [cast.diego.uuid] };
  await processes.one.elena.call(addGroupParticipants, { params: { groupId: group.uuid }, body });
  await receives(live.diego, await say('Bienvenido', chatId));
  const moves = [...intruder.passedOn];
  const params = { groupId: group.uuid, userId: cast.diego.uuid };
  await processes.one.elena.call(removeGroupParticipant, { params });
  const third = await processes.start();
  const later = await at(third, cast.diego).connect();
  await playAgain(moves);
  const uuid = await say('Sin Diego', chatId);
  await receives(live.ana, uuid);
  await fence();
  await live.diego.fence();
  await later.fence();
  expect([timesReceived(live.diego, uuid), timesReceived(later, uuid)]).toEqual([0, 0]);
  later.close();
});

test('a move that Redis keeps back shows as soon as its sender says anything else', async () => {
  const { subscriber } = required(processes.other.ctx.redis, 'redis');
  const emit = subscriber.emit.bind(subscriber);
  let kept = 0;
  const withhold: typeof emit = (event, ...given) => {
    if (event !== 'messageBuffer') return emit(event, ...given);
    const payload: Buffer = given[1];
    const [by, number, broadcasts, to, count, ...rest] = payload
      .toString('latin1', 0, payload.indexOf('\n'))
      .split(' ');
    if (to === 'all') {
      kept++;
      return true;
    }
    // Redis then counts as if the entry had never existed.
    const head = [by, number, broadcasts, to, Number(count) - kept, ...rest].join(' ');
    const text = payload.subarray(payload.indexOf('\n'));
    return emit(event, given[0], Buffer.concat([Buffer.from(head), text]));
  };
  Object.assign(subscriber, { emit: withhold });
  const params = { groupId: cast.ventas.uuid, userId: cast.carla.uuid };
  await processes.one.elena.call(removeGroupParticipant, { params });
  await expect.poll(() => kept).toBeGreaterThan(0);
  Object.assign(subscriber, { emit });
  await say('Y ahora se nota');
  await live.bruno.closed();
  expect(live.bruno.all('session:ended')).toEqual([]);
});

test('whoever spoils the counts again and again sends people away a few times, and then seldom', async () => {
  let timesAway = 0;
  for (const until = performance.now() + 8_000; performance.now() < until; ) {
    if (isSentAway(live.bruno)) {
      timesAway++;
      // Somebody who just comes back may be sent away before their `register` is answered.
      const back = await at(processes.other, cast.bruno)
        .connect()
        .catch(() => undefined);
      if (back) live.bruno = back;
    }
    await intruder.spoilCounts();
    await say('Una más');
  }
  expect(timesAway).toBeGreaterThan(0);
  expect(timesAway).toBeLessThanOrEqual(6);
}, 20_000);
