import { type Db, sql } from '../../../db/database.ts';

/** From now on the person is to be told; `by` is null for the command line. */
export async function updatePasswordReset(db: Db, userId: number, by: number | undefined) {
  await db.run(sql`
    update users set
      password_reset_by = (select email from users where id = ${by ?? null}::bigint),
      password_reset_at = now(), password_reset_told = false
    where id = ${userId}`);
}

/** The reset that this device has to be told of, once. */
export function takePasswordReset(
  db: Db,
  userId: number,
  deviceId: number,
): Promise<{ by: string | null; at: Date } | undefined> {
  return db.maybeOne(sql`
    with reset as materialized (
      select id, password_reset_by, password_reset_at, password_reset_told
      from users where id = ${userId} and password_reset_at is not null
      for no key update
    ), told as (
      update devices d set told_of_reset_at = reset.password_reset_at
      from reset
      where d.id = ${deviceId} and d.told_of_reset_at is distinct from reset.password_reset_at
        and (d.created_at < reset.password_reset_at or not reset.password_reset_told)
      returning d.id
    ), marked as (
      update users u set password_reset_told = true
      from reset where u.id = reset.id and exists (select from told)
    )
    select password_reset_by as by, password_reset_at as at from reset
    where exists (select from told)`);
}
