import { listOwnGroups } from '@chat/contract/groups';
import { acceptNotice, publishNotice } from '@chat/contract/privacy-notice';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerPerson } from '../../../test/cast.ts';
import { at, type Processes, startProcesses } from '../../../test/processes.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

test('a notice that one process publishes is asked for by the other, and confirmed at either', async () => {
  const { one, other } = processes;
  const ana = await registerPerson(one, 'ana');
  const there = at(other, ana);
  const live = await there.connect();
  expect((await there.call(listOwnGroups, {})).status).toBe(200);
  await one.elena.call(publishNotice, { body: { text: 'Uno' } });
  expect(await live.waitFor('session:restricted')).toEqual({ required: 'NOTICE' });
  expect((await there.call(listOwnGroups, {})).status).toBe(403);
  expect((await ana.call(acceptNotice, { body: { version: 1 } })).status).toBe(200);
  expect((await there.call(listOwnGroups, {})).status).toBe(200);
  live.close();
});
