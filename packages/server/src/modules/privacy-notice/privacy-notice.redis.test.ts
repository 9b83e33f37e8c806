import { listOwnGroups } from '@chat/contract/groups';
import {
  acceptNotice,
  getNotice,
  listNoticeVersions,
  publishNotice,
  withdrawNotice,
} from '@chat/contract/privacy-notice';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginTogether } from '../../../test/before-statement.ts';
import { registerPerson } from '../../../test/cast.ts';
import type { Client } from '../../../test/client.ts';
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
  await one.elena.call(acceptNotice, { body: { version: 1 } });
  await one.elena.call(withdrawNotice, {});
});

test('notices that two processes publish at once are two versions, and both serve the later one', async () => {
  const { one, other } = processes;
  const boss = at(other, await registerPerson(one, 'jefa', { role: 'ADMIN' }));
  expect((await boss.call(listOwnGroups, {})).status).toBe(200);
  beginTogether([one.ctx.db, other.ctx.db], 2);
  const publish = (by: Client, text: string) => by.call(publishNotice, { body: { text } });
  const published = await Promise.all([publish(one.elena, 'Dos'), publish(boss, 'Tres')]);
  expect(published.map(({ status }) => status)).toEqual([201, 201]);
  const [first, second] = await Promise.all(
    [one.elena, boss].map(async (person) => (await person.call(getNotice, {})).content),
  );
  expect(first).toEqual(second);
  expect(first?.version).toBe(3);
  await boss.call(acceptNotice, { body: { version: 3 } });
  const { versions } = (await boss.call(listNoticeVersions, {})).content;
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
});
