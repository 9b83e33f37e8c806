import { removeGroupParticipant } from '@chat/contract/groups';
import { getHealth } from '@chat/contract/system';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';

let processes: Processes;
let cast: Cast;
// A cut connection is repaired only some time later, so each test has processes of its own.
beforeEach(async () => {
  processes = await startProcesses();
  cast = await gatherCast(processes.one);
});
afterEach(() => processes.close());

const health = () => processes.one.client().request('GET', getHealth.path);
const send = (text: string) => sendText(cast.ana, cast.ventasChat, text);
const receives = (live: LiveClient, text: string) =>
  live.waitFor('message', ({ content }) => content === text);
const connect = async () => ({
  ana: await cast.ana.connect(),
  carla: await cast.carla.connect(),
  bruno: await at(processes.other, cast.bruno).connect(),
});

async function removeRooms(redis: Redis): Promise<void> {
  for (const key of await redis.keys('web-chat:rooms:*')) await redis.del(key);
}

/** Imitates an entry for each process that Redis counted but never delivered. */
async function loseLastEntry(redis: Redis): Promise<void> {
  for (const name of await redis.zrange('web-chat:processes', '0', '-1'))
    await redis.hincrby('web-chat:counts', name, 1);
}

async function loseEntry(redis: Redis): Promise<void> {
  await loseLastEntry(redis);
  await send('Y seguimos');
}

/** Connects again like a page after each refusal, until it receives a message sent at the other process. */
async function untilReceived(client: Client): Promise<void> {
  for (let tries = 0; ; tries++) {
    const text = `De vuelta ${tries}`;
    const live = await client.connect().catch(() => undefined);
    if (!live) continue;
    await send(text);
    const here = receives(live, text).then(() => true);
    const isReceived = await Promise.race([here, live.closed().then(() => false)]);
    live.close();
    if (isReceived) return;
  }
}

test('while Redis is away people go on where they are, its health says so, and who missed something reads again', async () => {
  const { ana, carla, bruno } = await connect();
  expect((await health()).status).toBe(200);
  await processes.redis.crash();
  const text = 'Redis no responde';
  expect(await health()).toMatchObject({ status: 503, message: text, errors: { redis: [text] } });
  expect((await send('A solas')).status).toBe(201);
  await receives(carla, 'A solas');
  await processes.redis.resume();
  await bruno.closed();
  expect(bruno.all('session:ended')).toEqual([]);
  await untilReceived(at(processes.other, cast.bruno));
  expect((await health()).status).toBe(200);
  for (const live of [ana, carla]) live.close();
});

test('who is removed from a group while processes cannot tell each other hears no more of it all the same', async () => {
  const { one, other, redis } = processes;
  const [bruno, carla] = [at(other, cast.bruno), at(other, cast.carla)];
  const [liveBruno, liveCarla] = [await bruno.connect(), await carla.connect()];
  await redis.crash();
  const params = { groupId: cast.ventas.uuid, userId: carla.uuid };
  await one.elena.call(removeGroupParticipant, { params });
  const reaches = async (text: string) => {
    await sendText(bruno, cast.ventasChat, text);
    await receives(liveBruno, text);
    await liveCarla.fence();
    return liveCarla.all('message').some(({ content }) => content === text);
  };
  const start = Date.now();
  for (let tries = 0; await reaches(`Sin Carla ${tries}`); tries++)
    expect(Date.now() - start).toBeLessThan(5_000);
  await redis.resume();
  for (const live of [liveBruno, liveCarla]) live.close();
});

test.each<[string, (redis: Redis) => Promise<unknown>]>([
  ['everything', (redis) => redis.flushall()],
  ['who is at which process', removeRooms],
  ['what was on its way', loseEntry],
  ['what was on its way to somebody, and nothing comes after it', loseLastEntry],
])(
  'a Redis that holds its lines and loses %s makes those who may have missed it read again',
  async (_, lose) => {
    const { ana, carla, bruno } = await connect();
    const redis = new Redis(processes.redis.url);
    await lose(redis);
    redis.disconnect();
    await bruno.closed();
    expect(bruno.all('session:ended')).toEqual([]);
    await untilReceived(at(processes.other, cast.bruno));
    for (const live of [ana, carla, bruno]) live.close();
  },
);

test('a Redis that holds its lines and says nothing holds nobody up', async () => {
  const { ana, carla, bruno } = await connect();
  processes.redis.freeze();
  expect((await send('Sigo')).status).toBe(201);
  await receives(carla, 'Sigo');
  expect((await health()).status).toBe(503);
  await processes.redis.resume();
  await Promise.race([bruno.closed(), receives(bruno, 'Sigo')]);
  for (const live of [ana, carla, bruno]) live.close();
});
