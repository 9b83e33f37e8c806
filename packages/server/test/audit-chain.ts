import { expect, vi } from 'vitest';
import { type Db, type Sql, sql } from '../src/db/database.ts';
import { lookAtChain } from '../src/modules/audit/chain/chain.queries.ts';
import { patientTiming } from './build-app.ts';

/** An entry is chained, and appended to AUDIT_FILE, at the next heartbeat. */
export const quickAudit = { ...patientTiming, auditMs: 0 };

/** As many entries as that, half of them by the first person, where there is one. */
export const writeEntries = (db: Db, count: number, detail = 'entry'): Promise<number> =>
  db.run(sql`
    insert into audit_events (action, actor_id, detail, happened_at)
    select 'USER_BLOCKED', case when n % 2 = 0 then (select min(id) from users) end, ${detail}::text || ' ' || n, now() - make_interval(secs => ${count}::integer - n)
    from generate_series(1, ${count}::integer) n`);

/** Writes entries like those from before there was a chain. */
export async function writeEarlierEntries(db: Db, count: number): Promise<void> {
  await db.run(sql`alter table audit_events disable trigger user`);
  await writeEntries(db, count, 'from before');
  await db.run(sql`alter table audit_events enable trigger user`);
  await db.run(sql`
    insert into audit_unchained
    select min(id), max(id) from audit_events where detail like 'from before %'`);
}

/** Waits until the server has chained all that is written. */
export async function chained(db: Db): Promise<number> {
  const look = async () => {
    const { isBehind, number } = await lookAtChain(db);
    expect(isBehind).toBe(false);
    return number ?? 0;
  };
  return vi.waitFor(look, { timeout: 120_000, interval: 50 });
}

const tables = ['audit_events', 'audit_chain'];

/** Does something with the database's own role: the triggers that refuse it are off meanwhile. */
export async function tamper(db: Db, ...statements: Sql[]): Promise<void> {
  for (const table of tables) await db.run(sql([`alter table ${table} disable trigger user`]));
  for (const statement of statements) await db.run(statement);
  for (const table of tables) await db.run(sql([`alter table ${table} enable trigger user`]));
}
