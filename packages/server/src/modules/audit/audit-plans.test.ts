import { type AuditAction, listAuditEvents } from '@chat/contract/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/build-app.ts';
import { registerPerson } from '../../../test/cast.ts';
import { noteStatements, type RowsByPlan, rowsByEveryPlan } from '../../../test/plans.ts';
import { sql } from '../../db/database.ts';

const ENTRIES = 20_000;
/** Rows of a page, and of the two lists of a person that it is made of. */
const FEW = 1_000;

let app: TestApp;
let busy: string;
let rare: string;
beforeAll(async () => {
  app = await startApp();
  rare = (await registerPerson(app, 'rara')).uuid;
  busy = (await registerPerson(app, 'activa')).uuid;
  const { db } = app.ctx;
  await db.run(sql`alter table audit_events disable trigger user`);
  // A few of another action and of another person, far behind the newest.
  await db.run(sql`
    insert into audit_events (action, actor_id, target_id, happened_at)
    select case when n between 101 and 200 then 'GROUP_DELETED' else 'SIGN_IN' end, p.id, p.id,
      now() - make_interval(hours => ${ENTRIES}::integer - n)
    from generate_series(1, ${ENTRIES}::integer) n
      join users p on p.uuid = case when n between 201 and 300 then ${rare}::uuid else ${busy}::uuid end
    order by n`);
  await db.run(sql`alter table audit_events enable trigger user`);
});
afterAll(() => app.close());

type Filter = { action?: AuditAction } & Partial<Record<'since' | 'until' | 'page', string>>;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const filters: [string, Filter, (() => string)?][] = [
  ['none', {}],
  ['an action of most', { action: 'SIGN_IN' }],
  ['an action of few', { action: 'GROUP_DELETED' }],
  ['an action of few, second page', { action: 'GROUP_DELETED', page: '2' }],
  ['an action that never was', { action: 'RETENTION_SET' }],
  ['a person of most', {}, () => busy],
  ['a person of few', {}, () => rare],
  ['a person of few, second page', { page: '2' }, () => rare],
  ['a person of few and an action of most', { action: 'SIGN_IN' }, () => rare],
  ['since long ago', { since: daysAgo(10_000) }],
  ['since a moment ago', { since: daysAgo(0.1) }],
  ['since a time to come', { since: '2200-01-01' }],
  ['until long ago', { until: daysAgo(10_000) }],
  ['until the first days', { until: daysAgo(ENTRIES / 24 - 5) }],
  ['a day of long ago', { since: daysAgo(ENTRIES / 24 - 3), until: daysAgo(ENTRIES / 24 - 4) }],
  ['an action of most since a moment ago', { action: 'SIGN_IN', since: daysAgo(0.1) }],
];

/** A plan for any values cannot know which of two filters leaves fewer. */
const counts = ({ isAnalysed, kind }: RowsByPlan, isOfTwo: boolean) =>
  isAnalysed && (kind === 'custom' || !isOfTwo);

test.each(filters)(
  'a page of the audit reads little more than it shows, narrowed by %s',
  async (_, filter, person) => {
    const query = { ...filter, ...(person && { userId: person() }) };
    const statements = noteStatements(app.ctx.db, /exact_time/);
    expect((await app.elena.call(listAuditEvents, { query })).status).toBe(200);
    // A list of what is to be chained may be asked for at any time.
    const lists = statements().filter(({ text }) => text.includes('offset'));
    expect(lists).toHaveLength(1);
    const isOfTwo = filter.action !== undefined && person !== undefined;
    const plans = await rowsByEveryPlan(app.ctx.db, lists);
    const counted = plans.filter((plan) => counts(plan, isOfTwo));
    expect(counted.length).toBeGreaterThan(0);
    for (const { rows, kind } of counted) expect(rows, kind).toBeLessThan(FEW);
  },
);
