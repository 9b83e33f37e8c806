import { getHealth } from '@chat/contract/system/system.routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import type { LiveClient } from '../../../test/socket-client.ts';

let processes: Processes;
let cast: Cast;
beforeAll(async () => {
  processes = await startProcesses();
  cast = await gatherCast(processes.one);
});
afterAll(() => processes.close());

const health = () => processes.one.client().request('GET', getHealth.path);
const send = (text: string) => sendText(cast.ana, cast.ventasChat, text);
const hears = (live: LiveClient, text: string) =>
  live.hear('message', ({ content }) => content === text);
const connect = async () => ({
  ana: await cast.ana.connect(),
  carla: await cast.carla.connect(),
  bruno: await at(processes.other, cast.bruno).connect(),
});

/** Sends, each time with other words, until the other process hears again. */
async function untilHeard(live: LiveClient): Promise<void> {
  for (let tries = 0; live.all('message').length === 0; tries++) {
    await send(`De vuelta ${tries}`);
    await live.fence();
  }
}

test('while Redis is away people go on where they are, its health says so, and who missed something reads again', async () => {
  const { ana, carla, bruno } = await connect();
  expect((await health()).status).toBe(200);
  await processes.redis.crash();
  const text = 'Redis no responde';
  expect(await health()).toMatchObject({ status: 503, message: text, errors: { redis: [text] } });
  expect((await send('A solas')).status).toBe(201);
  await hears(carla, 'A solas');
  await processes.redis.resume();
  await bruno.closed();
  expect(bruno.all('session:ended')).toEqual([]);
  const again = await at(processes.other, cast.bruno).connect();
  await untilHeard(again);
  expect((await health()).status).toBe(200);
  for (const live of [ana, carla, again]) live.close();
});

test('a Redis that holds its lines and says nothing holds nobody up', async () => {
  const { ana, carla, bruno } = await connect();
  processes.redis.freeze();
  expect((await send('Sigo')).status).toBe(201);
  await hears(carla, 'Sigo');
  expect((await health()).status).toBe(503);
  await processes.redis.resume();
  await Promise.race([bruno.closed(), hears(bruno, 'Sigo')]);
  for (const live of [ana, carla, bruno]) live.close();
});
