import type { Page } from '@chat/contract/route';
import { type Db, sql } from '../../../db/database.ts';
import { type Listed, listRows } from '../../../db/page.ts';

/** A deleted person, who may be erased. */
export interface FormerUserRow {
  id: number;
  email: string;
  deletedAt: Date | null;
  erasedAt: Date | null;
}

/** Whether deleted or not; locked until the commit. */
export const lockFormerUser = (tx: Db, uuid: string): Promise<FormerUserRow | undefined> =>
  tx.maybeOne(sql`
    select id, email, deleted_at, erased_at from users where uuid = ${uuid} for no key update`);

export interface DeletedUserRow {
  uuid: string;
  firstName: string;
  lastName: string;
  email: string;
  deletedAt: Date;
}

/** The newest deletion first; who is erased is nobody any more. */
export const findDeletedUsers = (db: Db, page: Page | undefined): Promise<Listed<DeletedUserRow>> =>
  listRows(
    db,
    sql`
      select uuid, first_name, last_name, email, deleted_at
      from users where deleted_at is not null and erased_at is null`,
    sql`order by deleted_at desc, id desc`,
    page,
  );

/** Nothing that tells who it was; the row stays, since messages and the audit name it. */
export async function updateUserErased(
  tx: Db,
  id: number,
  { emails, name }: { emails: string[]; name: string },
): Promise<void> {
  await tx.run(sql`
    update users set email = ${name}, first_name = '', last_name = '', password_hash = null, password_reset_by = null,
      password_reset_at = null, notice_version = null, has_second_step = false, erased_at = now()
    where id = ${id}`);
  await tx.run(sql`
    update users set password_reset_by = ${name} where password_reset_by = any(${emails}::text[])`);
}
