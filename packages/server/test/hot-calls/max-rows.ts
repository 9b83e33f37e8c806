import { type Database, type Sql, sql } from '../../src/db/database.ts';
import { noteStatements, rowsByEveryPlan } from '../plans.ts';
import { type BusyCompany, type HotCall, RECEIPTS } from './hot-call.ts';

// Statements of timers and of batches may run during any call.
const BY_THE_CLOCK =
  /\bexcept\b|\bprocesses\b|last_used_at [<=]|min\(ended_at\)|ended_at <|daily_amounts|pg_(?!postmaster)|audit_unchained|into audit_chain|from audit_chain order|e\.id$/;

/** The count beside a page covers all rows. */
const isCount = ({ text }: Sql) => text.startsWith('select count(*)');
const isOfTheCall = ({ text }: Sql) => !RECEIPTS.test(text) && !BY_THE_CLOCK.test(text);

/** The statements with which the server answers the call. */
export async function statementsOf(call: HotCall, company: BusyCompany): Promise<Sql[]> {
  const noted = noteStatements(company.app.ctx.db, call.of ?? /./);
  await call.act(company);
  return noted().filter((statement) => !isCount(statement) && (call.of || isOfTheCall(statement)));
}

/** The newest ids before the measured call. */
interface Stored {
  messages: number;
  sessions: number;
}

export const newest = (db: Database): Promise<Stored> =>
  db.one<Stored>(sql`
    select (select max(id) from messages) as messages, (select max(id) from sessions) as sessions`);

/** The most rows that a step of each statement handles, by every plan, in the state before the call. */
export const maxRows = (db: Database, statements: Sql[], stored: Stored) =>
  rowsByEveryPlan(db, statements, async (tx) => {
    // A repeated send must insert a new message instead of finding the first one.
    await tx.run(sql`delete from messages where id > ${stored.messages}`);
    await tx.run(sql`delete from scheduled_messages`);
    await tx.run(sql`delete from sessions where id > ${stored.sessions}`);
  });
