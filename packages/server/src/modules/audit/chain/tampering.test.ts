import { createHmac } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { required } from '@chat/contract/checks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chained, quickAudit, tamper, writeEntries } from '../../../../test/audit-chain.ts';
import { startApp, type TestApp } from '../../../../test/build-app.ts';
import { type Db, type Sql, sql } from '../../../db/database.ts';
import { explainFailure } from '../../../explain-failure.ts';
import { findLinked } from '../read-audit.queries.ts';
import { chainOn } from './canonical.ts';
import { findPlace, insertLinks } from './chain.queries.ts';
import { placeFileIn, readHead, writeHead } from './head.ts';
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
  return verifyChain(db, await openChainKeys(db, installationKey), config);
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

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  /** The table of which it names a row. */
  refers: string | null;
}

const findColumns = (): Promise<Column[]> =>
  app.ctx.db.many(sql`
    select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as is_required,
      (select confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = a.attrelid and conkey = array[a.attnum]) as refers
    from pg_attribute a
    where a.attrelid = 'audit_events'::regclass and a.attnum > 0 and not a.attisdropped`);

/** Other values for the column, whatever it has. */
function othersOf({ name, type, isRequired, refers }: Column): string[] {
  if (refers) return [`case when ${name} is null then (select min(id) from ${refers}) end`];
  switch (type) {
    case 'bigint':
      return [`coalesce(${name}, 0) + 1000000`];
    case 'text':
      return [`coalesce(${name}, '') || ' '`, ...(isRequired ? [] : [flipEmpty(name)])];
    case 'text[]':
      return [`${name} || array['']`, `${name} || array['otra@empresa.local']`];
    case 'timestamp with time zone':
      return [
        `${name} + interval '1 microsecond'`,
        `${name} - interval '400 days'`,
        yearsAgo(name),
      ];
    case 'uuid':
      return ['gen_random_uuid()'];
    default:
      throw new Error(`What is another ${type}, for ${name}?`);
  }
}

const flipEmpty = (name: string) => `case when ${name} is null then '' end`;
/** Moves the column's time from its year after Christ to the year of that number before Christ. */
const yearsAgo = (name: string) =>
  `${name} - make_interval(years => 2 * extract(year from ${name})::int - 1)`;

test('an entry of which any column is changed is found', async () => {
  const columns = await findColumns();
  expect(columns.length).toBeGreaterThan(15);
  // As the tables' owner may, so that each column takes another value.
  const free = [
    sql`alter table audit_chain drop constraint audit_chain_event_id_fkey`,
    sql`alter table audit_events alter column id drop identity`,
  ];
  for (const column of columns) {
    for (const other of othersOf(column)) {
      const change = sql([`update audit_events set ${column.name} = ${other} where id = `]);
      const found = await findingOf([...free, sql`${change}${at(7)}`]);
      expect([column.name, other, found]).toEqual([
        column.name,
        other,
        { kind: 'Changed', entry: 7 },
      ]);
    }
  }
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

const forged = sql`
  insert into audit_events overriding system value
  select (e).* from (
    select jsonb_populate_record(e, '{"detail": "forged"}') as e from audit_events e where id = ${at(7)}
  ) copy`;

test('an entry beside the one whose id it has is found', async () => {
  const found = await findingOf([
    sql`alter table audit_events drop constraint audit_events_pkey cascade`,
    forged,
    sql`delete from audit_unchained`,
  ]);
  expect(found).toEqual({ kind: 'Changed', entry: 7 });
});

test.each([
  ['before the first', sql`(-1)`],
  ['in the place of another', sql`(7)`],
])('an entry that somebody without the key has linked %s is found', async (_, number) => {
  const found = await findingOf([
    sql`alter table audit_chain drop constraint audit_chain_pkey`,
    sql`insert into audit_events (action) values ('USER_BLOCKED')`,
    sql`insert into audit_chain select ${number}, max(id), '', '' from audit_events`,
  ]);
  expect(found).toEqual({ kind: 'Changed', entry: number.sql === '(7)' ? 7 : -1 });
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

test('without a head in DATA_DIR, or with an older one, the chain is whole, and the head is made anew', async () => {
  const { dataDir } = app.ctx.config;
  const head = required(await readHead(dataDir), 'head');
  const older = await findPlace(app.ctx.db, head.number - 5);
  const heads = [undefined, { ...head, ...required(older, 'older') }];
  for (const one of heads) {
    await (one ? writeHead(dataDir, one) : rm(placeFileIn(dataDir, 'head')));
    expect(await verify()).toEqual({ count: last });
    await writeEntries(app.ctx.db, 1);
    last = await chained(app.ctx.db);
    await expect.poll(async () => (await readHead(dataDir))?.number).toBe(last);
  }
});

test('a head that was changed is found, and one that is damaged is told in one line; both stay', async () => {
  const file = placeFileIn(app.ctx.config.dataDir, 'head');
  const text = await readFile(file, 'utf8');
  const changed = text.replace(/(?<="hash":").{64}/, '0'.repeat(64));
  const further = text.replace(`"number":${last}`, `"number":${last + 9}`);
  const damaged = `El archivo ${file} está dañado: guárdalo aparte, y compara el final de la auditoría con AUDIT_FILE o con lo último que exportaste.`;
  const cases: [string, unknown][] = [
    [changed, { kind: 'NotInDataDir', entry: last }],
    [further, { kind: 'Missing', entry: last + 1 }],
    ['', damaged],
    [text.slice(0, 40), damaged],
    ['null', damaged],
  ];
  for (const [content, finding] of cases) {
    await writeFile(file, content);
    expect(await verify().catch(explainFailure)).toEqual(finding);
  }
  app = await app.restart();
  await writeEntries(app.ctx.db, 1);
  last = await chained(app.ctx.db);
  app = await app.restart(async () => expect(await readFile(file, 'utf8')).toBe('null'));
  await writeFile(file, text);
  await writeEntries(app.ctx.db, 1);
  last = await chained(app.ctx.db);
  await expect.poll(async () => (await readHead(app.ctx.config.dataDir))?.number).toBe(last);
});

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
