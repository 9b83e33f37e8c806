import { type Db, sql } from '../../../db/database.ts';

export async function findUsersAfter(db: Db, id: number, limit: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(
    sql`select id from users where id > ${id} order by id limit ${limit}`,
  );
  return rows.map((user) => user.id);
}

const RECOUNT_LOCK = 4_519_004;

/** Until the commit no other process counts anew; false when one is doing so now. */
export async function lockRecount(tx: Db): Promise<boolean> {
  const { isHeld } = await tx.one<{ isHeld: boolean }>(
    sql`select pg_try_advisory_xact_lock(${RECOUNT_LOCK}) as is_held`,
  );
  return isHeld;
}
