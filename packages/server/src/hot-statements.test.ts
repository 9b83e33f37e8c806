import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBusyCompany } from '../test/hot-calls/company.ts';
import type { BusyCompany } from '../test/hot-calls/hot-call.ts';
import { hours } from '../test/hot-calls/hours.ts';
import { lists } from '../test/hot-calls/lists.ts';
import { maxRows, newest, statementsOf } from '../test/hot-calls/max-rows.ts';
import { pages } from '../test/hot-calls/pages.ts';
import { unseen } from '../test/hot-calls/unseen.ts';
import { visits } from '../test/hot-calls/visits.ts';
import { writes } from '../test/hot-calls/writes.ts';
import { sql } from './db/database.ts';

const FEW = 20;

let company: BusyCompany;
beforeAll(async () => {
  company = await startBusyCompany();
});
afterAll(() => company.close());

test.each([...pages, ...lists, ...visits, ...writes, ...hours, ...unseen])(
  '$name: no plan looks at much more than it gives, analysed or not',
  async (call) => {
    const { db } = company.app.ctx;
    const stored = await newest(db);
    const statements = await statementsOf(call, company);
    expect(statements.length).toBeGreaterThan(0);
    const max = await maxRows(db, statements, stored);
    expect(max.filter(({ rows }) => rows > 3 * call.rows + FEW)).toEqual([]);
  },
);

test('a statement that reads a whole chat to give some of it is found out, analysed or not', async () => {
  const { db } = company.app.ctx;
  const greedy = sql`
    select m.id from chats c join messages m on m.chat_id = c.id and m.deleted_at is null
    where c.uuid = ${company.ventasChat} order by m.seq desc limit 50`;
  const max = await maxRows(db, [greedy], await newest(db));
  expect(max.map(({ rows }) => rows > 3 * 50 + FEW)).toEqual([true, true, true, true]);
});
