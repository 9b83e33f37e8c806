import { firstOf } from '@chat/contract/shared/required';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatherCast, sendText } from '../../../test/cast.ts';
import { type Processes, startProcesses } from '../../../test/processes.ts';
import { administratorsRoom } from '../rooms.ts';

let processes: Processes;
let redis: Redis;
beforeAll(async () => {
  processes = await startProcesses();
  redis = new Redis(processes.redis.url);
  await redis.zadd('web-chat:processes', '+inf', 'another-version');
});
afterAll(async () => {
  redis.disconnect();
  await processes.close();
});

let number = 0;
/** As a process of another version writes to the stream while the installation is being upgraded. */
const append = (...message: unknown[]) =>
  redis.xadd(
    'web-chat:facts',
    '*',
    ...['by', 'another-version', 'number', ++number, 'fact', JSON.stringify(message)],
  );

test('what a process of the version before publishes reaches the sockets here', async () => {
  const live = await processes.one.elena.connect();
  const payload = { userId: processes.one.elena.uuid };
  await append('publish', administratorsRoom, 'user:changed', payload);
  expect(await live.waitFor('user:changed')).toEqual(payload);
  await append('publish', [administratorsRoom], 'user:changed', payload, null);
  await live.waitFor('user:changed', () => live.all('user:changed').length === 2);
  live.close();
});

test.each([
  ['a verb that this version does not know', ['somethingNew', 1]],
  ['a verb with something else behind it', ['join', 'nobody']],
  ['what the version before calls reading again', ['readAgain']],
])('%s makes every client come back, still signed in', async (_, message) => {
  const live = [await processes.one.elena.connect(), await processes.other.elena.connect()];
  await append(...message);
  await Promise.all(live.map((one) => one.closed()));
  expect(live.flatMap((one) => one.all('session:ended'))).toEqual([]);
});

/** What is in the stream that processes of the version before read. */
const inStream = async () =>
  (await redis.xrange('web-chat:facts', '-', '+')).map(([, fields]) => ({
    by: fields[1],
    number: fields[3],
    text: fields[5] ?? '',
    note: fields[6],
    value: fields[7],
  }));

test('what is published here reaches a process of the version before', async () => {
  const cast = await gatherCast(processes.one);
  const { uuid } = firstOf((await sendText(cast.ana, cast.ventasChat, 'A la de antes')).content);
  await expect
    .poll(async () => (await inStream()).some(({ text }) => text.includes(uuid)))
    .toBe(true);
});

test('what a process of the version before wants to be confirmed is confirmed by each', async () => {
  const text = JSON.stringify(['endSessions', [], 'logout']);
  const entry = ['by', 'another-version', 'number', ++number, 'fact', text, 'confirm', ''];
  await redis.xadd('web-chat:facts', '*', ...entry);
  const confirmed = async () =>
    (await inStream()).filter(
      ({ note, value }) => note === 'done' && value === `another-version:${number}`,
    );
  await expect.poll(async () => new Set((await confirmed()).map(({ by }) => by)).size).toBe(2);
});
