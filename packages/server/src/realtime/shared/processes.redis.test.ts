import { getHealth } from '@chat/contract/system/system.routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cast, gatherCast, sendText } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
import { type Processes, startProcesses } from '../../../test/processes.ts';
import { connectSocket } from '../../../test/socket-client.ts';

let processes: Processes;
let cast: Cast;
beforeAll(async () => {
  processes = await startProcesses();
  cast = await gatherCast(processes.one);
});
afterAll(() => processes.close());

const connectTo = ({ url }: { url: string }, person: Client) =>
  connectSocket(url, { token: person.token ?? '', userId: person.uuid });

test('a message sent through one process is heard at another, and by the sender once', async () => {
  const { one, other } = processes;
  const [ana, bruno] = [await connectTo(one, cast.ana), await connectTo(other, cast.bruno)];
  expect((await sendText(cast.ana, cast.ventasChat, 'Hola')).status).toBe(201);
  expect(await bruno.hear('message')).toMatchObject({ content: 'Hola' });
  await ana.hear('message');
  expect(ana.all('message')).toHaveLength(1);
  for (const live of [ana, bruno]) live.close();
});

test('the health of a process names Redis while it does not answer', async () => {
  const { one, redis } = processes;
  const health = () => one.client().request('GET', getHealth.path);
  expect((await health()).status).toBe(200);
  await redis.crash();
  const text = 'Redis no responde';
  expect(await health()).toMatchObject({ status: 503, message: text, errors: { redis: [text] } });
  await redis.resume();
});
