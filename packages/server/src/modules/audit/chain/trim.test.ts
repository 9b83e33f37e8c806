import { holdUser } from '@chat/contract/holds';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chained, quickAudit, tamper, writeEntries } from '../../../../test/audit-chain.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { sql } from '../../../db/database.ts';
import { trimRules } from '../../../start-jobs.ts';
import { findPlace } from './chain.queries.ts';
import { readHead } from './head.ts';
import { openChainKeys } from './seal.ts';
import { trimAudit } from './trim.actions.ts';
import { verifyChain } from './verify.ts';

const OLD = 1_203;

let app: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase();
  const age = sql`update audit_events set happened_at = happened_at - interval '400 days'`;
  await writeEntries(database.db, OLD);
  await tamper(database.db, age);
  app = await startApp({ timing: quickAudit }, { database });
  await writeEntries(app.ctx.db, 10);
  const last = await chained(app.ctx.db);
  const head = async () => expect((await readHead(app.ctx.config.dataDir))?.number).toBe(last);
  await vi.waitFor(head, { timeout: 60_000 });
});
afterAll(() => app.close());

const trim = (days: number, now = new Date()) => {
  const { db, log, installationKey, config } = app.ctx;
  const ctx = { db, log, installationKey, config: { ...config, auditDays: days } };
  return trimAudit(ctx, now, trimRules(app.ctx));
};

async function verify() {
  const { db, config, installationKey } = app.ctx;
  return verifyChain(db, await openChainKeys(db, installationKey), config.dataDir);
}

const standing = () =>
  app.ctx.db.one<{ first: number; last: number; events: number }>(sql`
    select min(number) as first, max(number) as last, (select count(*) from audit_events) as events from audit_chain`);
const trims = () =>
  app.ctx.db.many<{ number: number; detail: string }>(sql`
    select k.number, e.detail from audit_events e join audit_chain k on k.event_id = e.id
    where e.action = 'AUDIT_TRIMMED' order by k.number`);

test('nothing is removed that is younger, nor while any hold is in force', async () => {
  const { last } = await standing();
  await trim(500);
  const params = { userId: app.elena.user?.uuid ?? '' };
  const reason = 'Requerimiento del juzgado';
  await app.elena.call(holdUser, { params, body: { hold: true, reason } });
  await trim(365);
  expect(await standing()).toMatchObject({ first: 1 });
  expect(await trims()).toEqual([]);
  await app.elena.call(holdUser, { params, body: { hold: false } });
  expect(await chained(app.ctx.db)).toBe(last + 2);
});

test('nothing is removed by a clock that is not to be believed', async () => {
  await trim(365, new Date(Date.now() + 3_000 * 86_400_000));
  expect(await standing()).toMatchObject({ first: 1 });
  await app.ctx.db.run(sql`delete from clock`);
});

test('entries that are older are removed from the beginning, which one entry says', async () => {
  const { last, events } = await standing();
  const end = await findPlace(app.ctx.db, OLD);
  await trim(365);
  expect(await trims()).toEqual([
    { number: last + 1, detail: `${OLD} ${end?.hash.toString('hex')}` },
  ]);
  expect(await standing()).toEqual({ first: OLD + 1, last: last + 1, events: events - OLD + 1 });
  expect(await verify()).toEqual({ count: last + 1 - OLD });
  await trim(365);
  expect(await trims()).toHaveLength(1);
  app = await app.restart();
  await writeEntries(app.ctx.db, 3);
  await chained(app.ctx.db);
  expect(await verify()).toMatchObject({ count: expect.any(Number) });
});

test('an entry more that is cut off the beginning is found', async () => {
  const first = sql`(select event_id from audit_chain where number = ${OLD + 1})`;
  await tamper(
    app.ctx.db,
    sql`create table gone as select ${first} as event_id`,
    sql`delete from audit_chain where number = ${OLD + 1}`,
    sql`delete from audit_events where id in (select event_id from gone)`,
    sql`drop table gone`,
  );
  expect(await verify()).toEqual({ kind: 'Missing', entry: OLD + 1 });
});
