import { listOwnGroups } from '@chat/contract/groups';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroupOf, registerPerson, usersOf } from '../../../../test/cast.ts';
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

test('people online at another process hear of each group once, not of each person', async () => {
  const { one, other } = processes;
  const ana = await registerPerson(one, 'ana');
  const live = await at(other, ana).connect();
  /** On return, all that `one` said before has arrived. */
  const fence = async (name: string) => {
    const { uuid } = await createGroupOf(one, name, [ana]);
    await live.waitFor('group:changed', ({ groupId }) => groupId === uuid);
    return uuid;
  };
  await fence('Antes');
  live.forget();
  const { content } = await importCsv(one.elena, manyPeople(30).replaceAll('persona', 'nueva'));
  expect(content.created).toBe(30);
  const after = await fence('Después');
  const { content: groups } = await ana.call(listOwnGroups, {});
  const general = groups.find(({ name }) => name === 'GENERAL')?.uuid;
  const changed = live.all('group:changed').map(({ groupId }) => groupId);
  expect(changed).toEqual([general, after]);
  live.close();
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
