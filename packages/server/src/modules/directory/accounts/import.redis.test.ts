import { afterAll, beforeAll, expect, test } from 'vitest';
import { usersOf } from '../../../../test/cast.ts';
import { importCsv, manyPeople } from '../../../../test/csv.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

test('its session sees the progress at another process, and nobody else there does', async () => {
  const { one, other } = processes;
  const mine = await at(other, one.elena).connect();
  const others = await (await other.signIn(one.elena.email)).connect();
  const { content } = await importCsv(one.elena, manyPeople(300));
  expect(content.created).toBe(300);
  const last = await mine.waitFor('import:progress', ({ done }) => done === 300);
  expect(last).toEqual({ done: 300, total: 300 });
  await others.fence();
  expect(others.all('import:progress')).toEqual([]);
  mine.close();
  others.close();
});

test('of two at two processes one is 409, and has written nothing', async () => {
  const { one, other } = processes;
  const before = (await usersOf(one.elena)).length;
  const replies = await Promise.all([
    importCsv(one.elena, manyPeople(500).replaceAll('persona', 'aqui')),
    importCsv(at(other, one.elena), manyPeople(500).replaceAll('persona', 'alli')),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await usersOf(other.elena)).toHaveLength(before + 500);
});
