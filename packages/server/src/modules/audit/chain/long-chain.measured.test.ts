import { performance } from 'node:perf_hooks';
import { type AuditAction, listAuditEvents } from '@chat/contract/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chained, writeEarlierEntries } from '../../../../test/audit-chain.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { openChainKeys } from './seal.ts';
import { verifyChain } from './verify.ts';

const ENTRIES = 100_000;
const VERIFY_MS = 5_000;
const PAGE_MS = 100;

type Filter = {
  page?: string;
  userId?: string;
  since?: string;
  until?: string;
  action?: AuditAction;
};

let app: TestApp;
let last: number;
beforeAll(async () => {
  app = await startApp();
  await writeEarlierEntries(app.ctx.db, ENTRIES);
  last = await chained(app.ctx.db);
}, 300_000);
afterAll(() => app.close());

test('100,000 entries are verified within 5 s', async () => {
  const { db, config, installationKey } = app.ctx;
  const keys = await openChainKeys(db, installationKey);
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const begun = performance.now();
    expect(await verifyChain(db, keys, config.dataDir)).toEqual({ count: last });
    times.push(performance.now() - begun);
  }
  expect(Math.min(...times)).toBeLessThan(VERIFY_MS);
  expect(last).toBeGreaterThanOrEqual(ENTRIES);
}, 120_000);

test('each page of 100,000 entries comes within 100 ms, whatever the filter', async () => {
  const { elena } = app;
  const pages: Filter[] = [
    { page: '1000' },
    { action: 'USER_BLOCKED' },
    { action: 'GROUP_DELETED' },
    { userId: elena.user.uuid },
    { userId: elena.user.uuid, action: 'USER_BLOCKED', page: '500' },
    { since: '2020-01-01', until: '2100-01-01' },
    { until: '2020-01-01' },
    { since: '2100-01-01' },
  ];
  const best = async (query: Filter) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const begun = performance.now();
      expect((await elena.call(listAuditEvents, { query })).status).toBe(200);
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  };
  // A slower machine takes longer for each of them.
  const most = Math.max(PAGE_MS, 4 * (await best({})));
  for (const query of pages) expect(await best(query), JSON.stringify(query)).toBeLessThan(most);
});
