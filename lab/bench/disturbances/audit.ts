import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AuditAction, listAuditEvents } from '@chat/contract/audit';
import { sql } from '../../../packages/server/src/db/database.ts';
import { lookAtChain } from '../../../packages/server/src/modules/audit/chain/chain.queries.ts';
import { openChainKeys } from '../../../packages/server/src/modules/audit/chain/seal.ts';
import { verifyChain } from '../../../packages/server/src/modules/audit/chain/verify.ts';
import { writeEarlierEntries } from '../../../packages/server/test/audit-chain.ts';
import type { Numbers, Row } from './by-turns.ts';
import { onGround } from './ground.ts';
import { type InProcess, serveInProcess } from './in-process.ts';

const ENTRIES = 100_000;
const READ_AT_ONCE = 5_000;
const PAGES = 5;
const LOOK_EVERY_MS = 500;

async function startAuditGround(): Promise<InProcess> {
  const ground = await serveInProcess();
  const { db } = ground.app.ctx;
  await writeEarlierEntries(db, ENTRIES);
  while ((await lookAtChain(db)).isBehind) await pause(LOOK_EVERY_MS);
  return ground;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Reads the rows that a verification reads, and hashes each as it comes. */
async function readAndHash({ app }: InProcess): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await app.ctx.db.many<{ id: number; number: number }>(sql`
      select e.*, c.number, c.hash, c.previous_hash from audit_chain c join audit_events e on e.id = c.event_id
      where c.number > ${after} order by c.number limit ${READ_AT_ONCE}`);
    for (const row of rows) createHash('sha256').update(JSON.stringify(row)).digest();
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
  }
}

async function verify({ app }: InProcess): Promise<void> {
  const { db, config, installationKey } = app.ctx;
  const keys = await openChainKeys(db, installationKey);
  const outcome = await verifyChain(db, keys, config);
  if ('kind' in outcome) throw new Error(`The chain is not whole: ${outcome.kind}`);
}

type Filter = {
  page?: string;
  userId?: string;
  since?: string;
  until?: string;
  action?: AuditAction;
};

const filters: [name: string, filter: (userId: string) => Filter][] = [
  ['the thousandth page', () => ({ page: '1000' })],
  ['of blocks', () => ({ action: 'USER_BLOCKED' })],
  ['of an action that never was', () => ({ action: 'GROUP_DELETED' })],
  ['of a person', (userId) => ({ userId })],
  [
    'of blocks of a person, page 500',
    (userId) => ({ userId, action: 'USER_BLOCKED', page: '500' }),
  ],
  ['of all years', () => ({ since: '2020-01-01', until: '2100-01-01' })],
  ['of years ago', () => ({ until: '2020-01-01' })],
  ['of years to come', () => ({ since: '2100-01-01' })],
];

/** The least of several: other work of the machine only adds to it. */
async function timeOfPage({ app: { elena } }: InProcess, query: Filter): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < PAGES; round++) {
    times.push(await timeOf(() => elena.call(listAuditEvents, { query })));
  }
  return Math.min(...times);
}

async function timesOfPages(
  ground: InProcess,
  filterOf: (filter: (userId: string) => Filter) => Filter,
): Promise<Numbers> {
  const times: Numbers = {};
  for (const [name, filter] of filters) times[name] = await timeOfPage(ground, filterOf(filter));
  return times;
}

const pages: Row<InProcess> = {
  name: 'the audit of 100,000 entries is read by any filter',
  // Beside its first page. A test allowed four times as long, or 100 ms.
  figures: Object.fromEntries(
    filters.map(([name]) => [name, { unit: 'ms', ratioAtMost: 4, least: 25 }]),
  ),
  quiet: (ground) => timesOfPages(ground, () => ({})),
  disturbed: (ground) => timesOfPages(ground, (filter) => filter(ground.app.elena.user.uuid)),
};

export const audit = onGround(startAuditGround, [
  {
    name: 'a chain of 100,000 entries is verified',
    // Beside reading and hashing the same rows.
    figures: { verification: { unit: 'ms', ratioAtMost: 3 } },
    quiet: async (ground) => ({ verification: await timeOf(() => readAndHash(ground)) }),
    disturbed: async (ground) => ({ verification: await timeOf(() => verify(ground)) }),
  },
  pages,
]);
