import { randomUUID } from 'node:crypto';
import { firstOf, required } from '@chat/contract/checks';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import {
  type Cast,
  createGroupOf,
  directChatOf,
  gatherCast,
  groupChatOf,
  sendText,
} from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';
import { userRoom } from '../live-sockets.ts';
import { readEntry } from './other-processes.ts';

let processes: Processes;
let third: TestApp;
let cast: Cast;
/** Each person is connected to a process of their own. */
let live: Record<'ana' | 'bruno' | 'carla', LiveClient>;
let redis: Redis;
/** The entries that Redis has passed on, each with the receiving process. */
const passedOn: { channel: string; text: string }[] = [];

beforeAll(async () => {
  processes = await startProcesses();
  third = await processes.start();
  cast = await gatherCast(processes.one);
  live = {
    ana: await cast.ana.connect(),
    bruno: await at(processes.other, cast.bruno).connect(),
    carla: await at(third, cast.carla).connect(),
  };
  redis = new Redis(processes.redis.url);
  const listening = redis.duplicate();
  await listening.psubscribe('web-chat:to:*');
  const { secrets } = required(third.ctx.redis, 'redis');
  listening.on('pmessageBuffer', (_, channel, payload: Buffer) => {
    const entry = required(readEntry(payload), 'entry');
    const text = required(secrets.sealOf(entry.by).open(entry, entry.sealed), 'text');
    passedOn.push({ channel: `${channel}`, text });
  });
  redis.once('end', () => listening.disconnect());
});
afterAll(async () => {
  redis.disconnect();
  for (const socket of Object.values(live)) socket.close();
  await processes.close();
});

/** The number of processes that received the message; everybody must have received the next message first. */
async function countReached(uuid: string): Promise<number> {
  const { uuid: next } = await sent(cast.ana, cast.ventasChat, 'Y ahora a todos');
  for (const one of Object.values(live)) await one.waitFor('message', (m) => m.uuid === next);
  const reached = passedOn.filter(({ text }) => text.includes(uuid));
  return new Set(reached.map(({ channel }) => channel)).size;
}

async function sent(sender: Client, chatId: string, content: string) {
  return firstOf((await sendText(sender, chatId, content)).content);
}

test('a message is passed on to the processes that have somebody of its chat, and to no other', async () => {
  const chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const { uuid } = await sent(cast.ana, chatId, 'A solas');
  await live.bruno.waitFor('message', (message) => message.uuid === uuid);
  expect(await countReached(uuid)).toBe(2);
  const inGroup = await sent(cast.ana, cast.ventasChat, 'A todos');
  expect(await countReached(inGroup.uuid)).toBe(3);
});

test('a message that comes by a process with nobody of its chat is heard by all of the chat', async () => {
  const chatId = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const { uuid } = await sent(at(third, cast.ana), chatId, 'De paso');
  for (const socket of [live.ana, live.bruno])
    await socket.waitFor('message', (message) => message.uuid === uuid);
  expect(await countReached(uuid)).toBe(2);
});

test('what is published to hundreds of rooms at once is heard in each', async () => {
  const strangers = Array.from({ length: 300 }, () => userRoom(randomUUID()));
  const event = { chatId: cast.ventasChat, seenSeq: 1, unreadCount: 0, lastSeq: 1 };
  const rooms = [...strangers, userRoom(cast.carla.uuid)];
  processes.one.ctx.realtime.publish(rooms, 'chat:read', event);
  expect(await live.carla.waitFor('chat:read')).toEqual(event);
});

test('once the last of a chat has left a process it is told nothing of it', async () => {
  const diegoThere = await at(third, cast.diego).connect();
  const group = await createGroupOf(processes.one, 'De paso', [cast.ana, cast.diego]);
  const chatId = await groupChatOf(cast.ana, group);
  const reachedByNext = async () =>
    countReached((await sent(cast.ana, chatId, '¿Quién queda?')).uuid);
  expect(await reachedByNext()).toBe(2);
  diegoThere.close();
  await expect.poll(reachedByNext).toBe(1);
  const diegoAgain = await at(third, cast.diego).connect();
  const { uuid } = await sent(cast.ana, chatId, 'Ya estás aquí');
  await diegoAgain.waitFor('message', (message) => message.uuid === uuid);
  diegoAgain.close();
});

test('who comes to a process hears everything from the answer on, however often they come and go', async () => {
  const group = await createGroupOf(processes.one, 'Idas y venidas', [cast.ana, cast.diego]);
  const chatId = await groupChatOf(cast.ana, group);
  // The test lasts longer than the memory of people who have left, so that some come back within it, too.
  for (const until = performance.now() + 3_000; performance.now() < until; ) {
    const diego = await at(third, cast.diego).connect();
    const { uuid } = await sent(cast.ana, chatId, 'Hola otra vez');
    await diego.waitFor('message', (message) => message.uuid === uuid);
    diego.close();
  }
});

test('a process that ends leaves nothing behind, and one that has died is forgotten', async () => {
  const knows = async () => [
    ...(await redis.zrange('web-chat:processes', '0', '-1')),
    ...(await redis.hkeys('web-chat:counts')),
    ...(await redis.keys('web-chat:rooms:*')),
  ];
  const before = (await knows()).sort();
  const fourth = await processes.start();
  const there = await at(fourth, cast.diego).connect();
  expect(await knows()).toHaveLength(before.length + 3);
  there.close();
  await fourth.close();
  expect((await knows()).sort()).toEqual(before);
  // At once, as a process enters: the others forget a silent one whenever they renew their own names.
  await redis
    .multi()
    .zadd('web-chat:processes', '1', 'dead')
    .hset('web-chat:counts', 'dead', '7')
    .hset('web-chat:rooms:dead', `user:${cast.ana.uuid}`, '0')
    .exec();
  await expect.poll(async () => (await knows()).sort()).toEqual(before);
});
