import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroupOf, groupChatOf, registerPerson, sendText } from '../../../../test/cast.ts';
import { sendFile } from '../../../../test/files.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';

const RATE = 10;
let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses({ sendRate: RATE, dailyMegabytes: 1 });
});
afterAll(() => processes.close());

/** A new person with their group's chat, as a client of both processes. */
async function newPerson(name: string) {
  const { one, other } = processes;
  const here = await registerPerson(one, name);
  const chatId = await groupChatOf(here, await createGroupOf(one, `Grupo de ${name}`, [here]));
  return { chatId, here, there: at(other, here) };
}

test('however many processes are asked, a person sends no more than SEND_RATE together', async () => {
  const { here, there, chatId } = await newPerson('ana');
  const sends = Array.from({ length: 4 * RATE }, (_, n) =>
    sendText(n % 2 ? here : there, chatId, `Hola ${n}`),
  );
  const statuses = (await Promise.all(sends)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(RATE);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3 * RATE);
});

test('nor do they store more than DAILY_MB together', async () => {
  const { here, there, chatId } = await newPerson('bruno');
  const file = { bytes: Buffer.alloc(300_000) };
  const statuses: number[] = [];
  for (const client of [here, there, here, there, here]) {
    statuses.push((await sendFile(client, chatId, file)).status);
  }
  expect(statuses).toEqual([201, 201, 201, 429, 429]);
});

test('without Redis each process counts for itself', async () => {
  const { here, chatId } = await newPerson('carla');
  await processes.redis.crash();
  for (let n = 0; n < RATE; n++) expect((await sendText(here, chatId, `${n}`)).status).toBe(201);
  expect((await sendText(here, chatId, 'No')).status).toBe(429);
  await processes.redis.resume();
});
