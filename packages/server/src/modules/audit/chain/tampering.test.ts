import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chained, quickAudit, tamper, writeEntries } from '../../../../test/audit-chain.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Db, type Sql, sql } from '../../../db/database.ts';
import { chainOn } from './canonical.ts';
import { findLinked, insertLinks } from './chain.queries.ts';
import { readHead } from './head.ts';
import { openChainKeys } from './seal.ts';
import { type Misfit, verifyChain } from './verify.ts';

let app: TestApp;
let last: number;
beforeAll(async () => {
  app = await startApp({ timing: quickAudit });
  await writeEntries(app.ctx.db, 20);
  last = await chained(app.ctx.db);
  const head = async () => expect((await readHead(app.ctx.config.dataDir))?.number).toBe(last);
  await vi.waitFor(head, { timeout: 60_000 });
});
afterAll(() => app.close());

async function verify(db: Db = app.ctx.db): Promise<{ count: number } | Misfit> {
  const { config, installationKey } = app.ctx;
  return verifyChain(db, await openChainKeys(db, installationKey), config.dataDir);
}

/** Verifies after the statements, and then undoes them. */
async function findingOf(work: Sql[] | ((tx: Db) => Promise<void>)) {
  let found: { count: number } | Misfit | undefined;
  const undone = new Error('undone');
  const going = app.ctx.db.transaction(async (tx) => {
    if (Array.isArray(work)) await tamper(tx, ...work);
    else await work(tx);
    found = await verify(tx);
    throw undone;
  });
  await expect(going).rejects.toBe(undone);
  return found;
}

const at = (number: number): Sql =>
  sql`(select event_id from audit_chain where number = ${number})`;

test('a chain that nobody touched is whole', async () => {
  expect(last).toBeGreaterThanOrEqual(20);
  expect(await verify()).toEqual({ count: last });
});

test.each([
  ['happened_at', sql`happened_at + interval '1 microsecond'`],
  ['actor_id', sql`case when actor_id is null then (select min(id) from users) end`],
  ['actor_email', sql`'otra@empresa.local'`],
  ['action', sql`'USER_UNBLOCKED'`],
  ['target_id', sql`(select min(id) from users)`],
  ['target_email', sql`'otra@empresa.local'`],
  ['group_id', sql`(select min(id) from groups)`],
  ['group_name', sql`'Compras'`],
  ['member_emails', sql`array['otra@empresa.local']`],
  ['message_uuid', sql`gen_random_uuid()`],
  ['message_sender_id', sql`(select min(id) from users)`],
  ['message_sender_email', sql`'otra@empresa.local'`],
  ['from_seq', sql`1`],
  ['to_seq', sql`2`],
  ['detail', sql`detail || ' '`],
  ['address', sql`'192.0.2.9'`],
])('an entry whose %s is changed is found', async (column, value) => {
  const set = sql([`update audit_events set ${column} = `]);
  const statement = sql`${set}${value} where id = ${at(7)}`;
  expect(await findingOf([statement])).toEqual({ kind: 'Changed', entry: 7 });
});

test('an entry that is removed with its link is found', async () => {
  const found = await findingOf([
    sql`create table gone as select event_id from audit_chain where number = 7`,
    sql`delete from audit_chain where number = 7`,
    sql`delete from audit_events where id in (select event_id from gone)`,
  ]);
  expect(found).toEqual({ kind: 'Missing', entry: 7 });
});

test('and so is one whose later links are renumbered', async () => {
  const found = await findingOf([
    sql`delete from audit_chain where number = 7`,
    sql`update audit_chain set number = -number where number > 7`,
    sql`update audit_chain set number = -number - 1 where number < 0`,
  ]);
  expect(found).toEqual({ kind: 'Changed', entry: 7 });
});

test('two entries in the place of each other are found, by their contents and by their links', async () => {
  const found = await findingOf([
    sql`update audit_events e set detail = other.detail
        from audit_events other
        where (e.id = ${at(7)} and other.id = ${at(9)}) or (e.id = ${at(9)} and other.id = ${at(7)})`,
  ]);
  expect(found).toEqual({ kind: 'Changed', entry: 7 });
});

test('links in another order are found', async () => {
  const found = await findingOf([
    sql`update audit_chain set number = -number where number in (7, 9)`,
    sql`update audit_chain set number = 16 + number where number < 0`,
  ]);
  expect(found).toEqual({ kind: 'Changed', entry: 7 });
});

const cut = (from: number): Sql[] => [
  sql`create table gone as select event_id from audit_chain where number >= ${from}`,
  sql`delete from audit_chain where number >= ${from}`,
  sql`delete from audit_events where id in (select event_id from gone)`,
];

test('the whole table emptied is found', async () => {
  expect(await findingOf(cut(1))).toEqual({ kind: 'Missing', entry: 1 });
});

test('a chain made anew without the key is found', async () => {
  const guessed = createHmac('sha256', 'guess').update('key').digest();
  const found = await findingOf(async (tx) => {
    const rows = (await findLinked(tx, 0, 1_000)).map((one) => ({ ...one, id: one.eventId }));
    await tamper(tx, sql`delete from audit_chain`);
    await insertLinks(tx, chainOn(guessed, undefined, rows));
  });
  expect(found).toEqual({ kind: 'Changed', entry: 1 });
});

test('an entry taken out of the chain alone is found at its end, too', async () => {
  const taken = sql`delete from audit_chain where number = ${last}`;
  expect(await findingOf([taken])).toEqual({ kind: 'Missing', entry: last });
});

test.each(['AUDIT_TRIMMED', 'AUDIT_RESTORED', 'AUDIT_KEY_CHANGED'])(
  'an %s that somebody without the key has written is found',
  async (action) => {
    let id: number | undefined;
    const found = await findingOf(async (tx) => {
      const insert = sql`insert into audit_events (action, detail) values (${action}, '1 00') returning id`;
      ({ id } = await tx.one<{ id: number }>(insert));
    });
    expect(found).toEqual({ kind: 'Unchained', entry: id });
  },
);

test('entries cut off the end are found, and stay found once others follow', async () => {
  await tamper(app.ctx.db, ...cut(last - 1));
  expect(await verify()).toEqual({ kind: 'Missing', entry: last - 1 });
  await writeEntries(app.ctx.db, 5);
  await chained(app.ctx.db);
  await expect.poll(verify).toEqual({ kind: 'NotInDataDir', entry: last });
  app = await app.restart();
  await chained(app.ctx.db);
  expect(await verify()).toEqual({ kind: 'NotInDataDir', entry: last });
});

test('a restore that somebody without the key claims is never chained', async () => {
  const { db } = app.ctx;
  await db.run(sql`insert into audit_events (action, detail) values ('AUDIT_RESTORED', '1 00')`);
  await writeEntries(db, 1, 'after the claim');
  await expect
    .poll(() => db.one(sql`select count(*) as left from audit_unchained`))
    .toEqual({ left: 1 });
  const claim = sql`select from audit_chain k join audit_events e on e.id = k.event_id where e.action = 'AUDIT_RESTORED'`;
  expect(await db.many(claim)).toEqual([]);
});
