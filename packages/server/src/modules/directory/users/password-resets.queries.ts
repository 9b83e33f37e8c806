import { type Db, sql } from '../../../db/database.ts';

/** From now on the person is to be told; `by` is null for the command line. */
export async function updatePasswordReset(db: Db, userId: number, by: number | undefined) {
  await db.run(sql`
    update users set
      password_reset_by = (select email from users where id = ${by ?? null}::bigint),
      password_reset_at = now(), password_reset_told = false
    where id = ${userId}`);
}

/** Until the commit nobody else is told of the last reset, nor resets it again. */
export function lockPasswordReset(
  tx: Db,
  userId: number,
): Promise<{ by: string | null; at: Date } | undefined> {
  return tx.maybeOne(sql`
    select password_reset_by as by, password_reset_at as at
    from users where id = ${userId} and password_reset_at is not null
    for no key update`);
}

export function updatePasswordResetSeen(tx: Db, userId: number): Promise<number> {
  return tx.run(sql`update users set password_reset_told = true where id = ${userId}`);
}
