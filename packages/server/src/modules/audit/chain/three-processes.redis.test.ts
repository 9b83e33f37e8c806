import { blockUser, unblockUser } from '@chat/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained } from '../../../../test/audit-chain.ts';
import { registerPerson } from '../../../../test/cast.ts';
import { at, type Processes, startProcesses } from '../../../../test/processes.ts';
import { sql } from '../../../db/database.ts';
import { readHead } from './head.ts';
import { openChainKeys } from './seal.ts';
import { verifyChain } from './verify.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses();
});
afterAll(() => processes.close());

test('three processes write one chain, and the head of each follows it', async () => {
  const { one, other } = processes;
  const third = await processes.start();
  const people = await Promise.all(
    ['ana', 'bruno', 'carla'].map((name) => registerPerson(one, name)),
  );
  const acting = [one, other, third].map(async (app, n) => {
    const elena = at(app, one.elena);
    const params = { userId: people[n]?.uuid ?? '' };
    for (let round = 0; round < 40; round++) {
      await elena.call(round % 2 ? unblockUser : blockUser, { params });
    }
  });
  await Promise.all(acting);
  const { db, installationKey } = one.ctx;
  const last = await chained(db);
  expect(last).toBeGreaterThanOrEqual(120);
  expect(await db.one(sql`select count(*) as events from audit_events`)).toEqual({ events: last });
  const keys = await openChainKeys(db, installationKey);
  for (const { ctx } of [one, other, third]) {
    const { dataDir } = ctx.config;
    await expect.poll(async () => (await readHead(dataDir))?.number).toBe(last);
    expect(await verifyChain(db, keys, { dataDir })).toEqual({ count: last });
  }
  await third.close();
});
