import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { getHealth } from '@chat/contract/system';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import { startRedis } from '../../../test/redis.ts';
import { portOf } from '../../http/addresses.ts';

let processes: Processes;
let cast: Cast;
let operator: Redis;
let onEnd: (() => unknown)[] = [];

/** `name`: an address that leads to Redis. */
async function start(name?: string): Promise<void> {
  processes = await startProcesses(name === undefined ? {} : { redisUrl: name });
  cast = await gatherCast(processes.one);
  operator = new Redis(processes.redis.url);
}

beforeEach(() => {
  onEnd = [];
});
afterEach(async () => {
  operator.disconnect();
  await processes.close();
  for (const end of onEnd) await end();
});

const PATIENTLY = { timeout: 60_000 };
const healths = () =>
  Promise.all(
    [processes.one, processes.other].map(async (app) => {
      const { status, errors } = await app.client().request('GET', getHealth.path);
      return status === 200 ? 200 : [status, errors];
    }),
  );
const isWell = () => expect.poll(healths, PATIENTLY).toEqual([200, 200]);
const isAway = async () => {
  const away = [503, { redis: ['Redis no responde'] }];
  await expect.poll(healths, PATIENTLY).toEqual([away, away]);
};

/** Sends at one process until a page of the other hears it: a page that must read again connects anew. */
async function untilReceivedElsewhere(): Promise<void> {
  const bruno = at(processes.other, cast.bruno);
  for (let tries = 0; ; tries++) {
    const live = await bruno.connect().catch(() => undefined);
    if (!live) continue;
    const text = `De vuelta ${tries}`;
    await sendText(cast.ana, cast.ventasChat, text);
    const came = live.waitFor('message', ({ content }) => content === text).then(() => true);
    const isReceived = await Promise.race([came, live.closed().then(() => false)]);
    live.close();
    if (isReceived) return;
  }
}

interface Way {
  refuse: (redis: Redis) => Promise<unknown>;
  take: (redis: Redis) => Promise<unknown>;
}

const follow = (redis: Redis) => redis.replicaof('127.0.0.1', 1);
const lead = (redis: Redis) => redis.replicaof('NO', 'ONE');

async function breakDisk(redis: Redis): Promise<void> {
  const [, home = ''] = z.tuple([z.string(), z.string()]).parse(await redis.config('GET', 'dir'));
  await redis.config('SET', 'save', '3600 1');
  await rm(home, { recursive: true });
  await redis.bgsave();
  const isBroken = async () => (await redis.info('persistence')).includes('bgsave_status:err');
  await expect.poll(isBroken, PATIENTLY).toBe(true);
}

const ways: [string, Way][] = [
  ['READONLY, since it follows another one', { refuse: follow, take: lead }],
  [
    'OOM, since it has no memory left',
    {
      refuse: (redis) => redis.config('SET', 'maxmemory', '1'),
      take: (redis) => redis.config('SET', 'maxmemory', '0'),
    },
  ],
  [
    'MISCONF, since its disk fails',
    {
      refuse: breakDisk,
      take: (redis) => redis.config('SET', 'stop-writes-on-bgsave-error', 'no'),
    },
  ],
  [
    'NOPERM, since its user may not any more',
    {
      refuse: (redis) => redis.acl('SETUSER', 'default', '-@write', '-eval', '-evalsha'),
      take: (redis) => redis.acl('SETUSER', 'default', '+@all'),
    },
  ],
];

test.each(ways)(
  'a Redis that refuses writes under open connections counts as away: %s',
  async (_, { refuse, take }) => {
    await start();
    const [ana, bruno] = [
      await cast.ana.connect(),
      await at(processes.other, cast.bruno).connect(),
    ];
    await isWell();
    await refuse(operator);
    await isAway();
    expect((await sendText(cast.ana, cast.ventasChat, 'A solas')).status).toBe(201);
    await ana.waitFor('message', ({ content }) => content === 'A solas');
    await take(operator);
    // Its page missed something, and reads again.
    await bruno.closed();
    expect(bruno.all('session:ended')).toEqual([]);
    await untilReceivedElsewhere();
    await isWell();
    ana.close();
  },
);

/** An address that leads where `port` says: lines that are open stay where they are. */
async function openName(port: () => number): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const behind = connectTo(port(), '127.0.0.1');
    for (const line of [socket, behind]) {
      open.add(line);
      line
        .on('error', () => {})
        .once('close', () => {
          open.delete(line);
          socket.destroy();
          behind.destroy();
        });
    }
    socket.pipe(behind).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd.push(() => {
    for (const line of open) line.destroy();
    server.close();
  });
  return `redis://127.0.0.1:${portOf(server)}`;
}

test('on open lines to a Redis that follows another one now, processes go where the name leads by then', async () => {
  const [old, successor] = await Promise.all([startRedis(), startRedis()]);
  onEnd.push(old.stop, successor.stop);
  let leader = old;
  await start(await openName(() => Number(new URL(leader.url).port)));
  await isWell();
  leader = successor;
  const onOld = new Redis(old.url);
  await follow(onOld);
  await untilReceivedElsewhere();
  await isWell();
  // Nothing of the chat is left there but the line of this test.
  const lines = async () =>
    z
      .string()
      .parse(await onOld.client('LIST'))
      .trim()
      .split('\n').length;
  await expect.poll(lines, PATIENTLY).toBe(1);
  onOld.disconnect();
});
