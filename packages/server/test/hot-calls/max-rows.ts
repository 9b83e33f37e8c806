import { type Database, type Sql, sql } from '../../src/db/database.ts';
import { noteStatements, rowsByEveryPlan } from '../plans.ts';
import type { BusyCompany } from './company.ts';
import { type HotCall, RECEIPTS } from './hot-call.ts';

// What is gathered or asked by the clock may fall into any call.
const BY_THE_CLOCK = /\bexcept\b|\bprocesses\b|last_used_at [<=]|pg_(?!postmaster)/;

/** A count beside a page is of everything. */
const isCount = ({ text }: Sql) => text.startsWith('select count(*)');
const isOfTheCall = ({ text }: Sql) => !RECEIPTS.test(text) && !BY_THE_CLOCK.test(text);

/** The statements by which the server answers it. */
export async function statementsOf(call: HotCall, company: BusyCompany): Promise<Sql[]> {
  const noted = noteStatements(company.app.ctx.db, call.of ?? /./);
  await call.act(company);
  return noted().filter((statement) => !isCount(statement) && (call.of || isOfTheCall(statement)));
}

/** The newest ids before what is measured was called. */
interface Stored {
  messages: number;
  sessions: number;
}

export const newest = (db: Database): Promise<Stored> =>
  db.one<Stored>(sql`
    select (select max(id) from messages) as messages, (select max(id) from sessions) as sessions`);

/** The most rows that a step of each statement handles, by every plan, as if what was called had not been yet. */
export const maxRows = (db: Database, statements: Sql[], stored: Stored) =>
  rowsByEveryPlan(db, statements, async (tx) => {
    // What was sent is sent again, not found to be known.
    await tx.run(sql`delete from messages where id > ${stored.messages}`);
    await tx.run(sql`delete from sessions where id > ${stored.sessions}`);
  });
