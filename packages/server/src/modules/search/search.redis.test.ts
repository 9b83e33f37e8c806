import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cast, directChatOf, gatherCast, sendText } from '../../../test/cast.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';
import { search } from '../../../test/search.ts';

let processes: Processes;
let cast: Cast;
beforeAll(async () => {
  processes = await startProcesses();
  cast = await gatherCast(processes.one);
});
afterAll(() => processes.close());

test('what is sent through one process is found through the other within a second', async () => {
  const chat = await directChatOf(cast.ana, cast.bruno, cast.ventas);
  const bruno = at(processes.other, cast.bruno);
  await sendText(cast.ana, chat, 'El zapato perdido');
  const texts = async () =>
    (await search(bruno, 'zapatos')).content.map(({ message }) => message.content);
  await expect.poll(texts).toEqual(['El zapato perdido']);
});

test('who is removed through one process finds nothing more through the other', async () => {
  await sendText(cast.ana, cast.ventasChat, 'Un paraguas verde');
  const carla = at(processes.other, cast.carla);
  const count = async () => (await search(carla, 'paraguas')).content.length;
  await expect.poll(count).toBe(1);
  await cast.elena.request('DELETE', `/groups/${cast.ventas.uuid}/users/${cast.carla.uuid}`);
  expect(await count()).toBe(0);
});
