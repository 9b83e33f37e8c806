import { type Db, fixed, sql } from '../../../db/database.ts';

const FILE_LOCK = 4_519_014;
export const MAX_COUNTED = 10_000;

/** True for one process at a time, until its commit. */
export async function tryLockFile(tx: Db): Promise<boolean> {
  const { locked } = await tx.one<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${fixed(FILE_LOCK)}) as locked`,
  );
  return locked;
}

// A restored chain goes on with the entry that says so: what is before stands in the file already.
const progress = sql`coalesce(
  (select number from audit_file_progress),
  (select max(k.number) - 1 from audit_events e join audit_chain k on k.event_id = e.id where e.action = 'AUDIT_RESTORED'),
  0)`;

/** The last entry of the chain that stands in the file. */
export async function findProgress(db: Db): Promise<number> {
  const { number } = await db.one<{ number: number }>(sql`select ${progress} as number`);
  return number;
}

/** All that a process asks while nothing happens. */
export async function isBehind(db: Db): Promise<boolean> {
  const { is } = await db.one<{ is: boolean }>(sql`
    select coalesce((select number from audit_chain order by number desc limit 1), 0)
      > coalesce((select number from audit_file_progress), 0) as is`);
  return is;
}

export async function saveProgress(db: Db, number: number): Promise<void> {
  await db.run(sql`
    insert into audit_file_progress as p (number) values (${number})
    on conflict (is_only) do update set number = excluded.number`);
}

interface Waiting {
  count: number;
  /** The time of the oldest. */
  since: Date | null;
  isLate: boolean;
}

/** The entries that have yet to be appended, counted so far. */
export const findWaiting = (db: Db, lateSeconds: number): Promise<Waiting> =>
  db.one(sql`
    with waiting as (
      select event_id from audit_chain where number > ${progress} order by number limit ${fixed(MAX_COUNTED)}
    ), oldest as (
      select min(happened_at) as happened_at from audit_events where id in (select event_id from waiting)
    )
    select (select count(*) from waiting) as count, (select happened_at from oldest) as since,
      coalesce((select happened_at < now() - make_interval(secs => ${fixed(lateSeconds)}) from oldest), false) as is_late`);
