import { holdUser } from '@chat/contract/holds';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chained, quickAudit, tamper, writeEntries } from '../../../../test/audit-chain.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { type Sql, sql } from '../../../db/database.ts';
import { trimRules } from '../../../start-jobs.ts';
import { findPlace } from './chain.queries.ts';
import { readHead } from './head.ts';
import { openChainKeys } from './seal.ts';
import { trimAudit } from './trim.actions.ts';
import { verifyChain } from './verify.ts';

const OLD = 1_203;
// Twice as old.
const OLDEST = 3;

const ageBy = (days: number, condition: Sql) =>
  sql`update audit_events set happened_at = happened_at - make_interval(days => ${days}::int) where ${condition}`;
const at = (number: number) =>
  sql`id = (select event_id from audit_chain where number = ${number})`;

let app: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase();
  await writeEntries(database.db, OLD);
  await tamper(database.db, ageBy(400, sql`true`), ageBy(400, sql`id <= ${OLDEST}`));
  app = await startApp({ timing: quickAudit }, { database });
  await writeEntries(app.ctx.db, 10);
  const last = await chained(app.ctx.db);
  const head = async () => expect((await readHead(app.ctx.config.dataDir))?.number).toBe(last);
  await vi.waitFor(head, { timeout: 60_000 });
});
afterAll(() => app.close());

const trim = (days: number, now = new Date(), signal?: AbortSignal) => {
  const { db, log, installationKey, config } = app.ctx;
  const ctx = { db, log, installationKey, config: { ...config, auditDays: days } };
  return trimAudit(ctx, now, trimRules(app.ctx), signal);
};

async function verify() {
  const { db, config, installationKey } = app.ctx;
  return verifyChain(db, await openChainKeys(db, installationKey), config);
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
  await trim(900);
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

test('a removal that was killed is gone on with, and is one entry', async () => {
  const { last } = await standing();
  await trim(700, new Date(), AbortSignal.abort());
  expect(await standing()).toMatchObject({ first: 1, last: last + 1 });
  expect(await verify()).toEqual({ count: last + 1 });
  await trim(700);
  expect(await standing()).toMatchObject({ first: OLDEST + 1, last: last + 1 });
  expect(await trims()).toMatchObject([{ number: last + 1 }]);
  expect(await verify()).toEqual({ count: last + 1 - OLDEST });
});

/** Trims after a change of somebody without the key, and takes it back. */
async function findingOfTrim(days: number, change: Sql[], back: Sql[]) {
  const before = await standing();
  await tamper(app.ctx.db, ...change);
  await trim(days);
  const found = await verify();
  await tamper(app.ctx.db, ...back);
  expect(await standing()).toEqual(before);
  return found;
}

test('what somebody without the key has made old, or changed, is not removed and stays found', async () => {
  const first = OLDEST + 1;
  const changed = { kind: 'Changed', entry: first };
  const olderBy = (days: number) => [ageBy(days, at(first))];
  expect(await findingOfTrim(700, olderBy(400), olderBy(-400))).toEqual(changed);
  const say = (detail: string) => [
    sql`update audit_events set detail = ${detail} where ${at(first)}`,
  ];
  expect(await findingOfTrim(365, say('another'), say(`entry ${first}`))).toEqual(changed);
  const takeOut = [
    sql`create table taken as select * from audit_chain where number = ${first}`,
    sql`delete from audit_chain where number = ${first}`,
  ];
  const putBack = [sql`insert into audit_chain select * from taken`, sql`drop table taken`];
  expect(await findingOfTrim(365, takeOut, putBack)).toEqual({ kind: 'Missing', entry: first });
  expect(await trims()).toHaveLength(1);
});

test('entries that are older are removed from the beginning, which one entry says', async () => {
  const { last, events } = await standing();
  const end = await findPlace(app.ctx.db, OLD);
  await trim(365);
  expect((await trims()).at(-1)).toEqual({
    number: last + 1,
    detail: `${OLD} ${end?.hash.toString('hex')}`,
  });
  const gone = OLD - OLDEST;
  expect(await standing()).toEqual({ first: OLD + 1, last: last + 1, events: events - gone + 1 });
  expect(await verify()).toEqual({ count: last + 1 - OLD });
  await trim(365);
  expect(await trims()).toHaveLength(2);
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
