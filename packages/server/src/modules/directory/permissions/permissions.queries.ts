import type { Page } from '@chat/contract/route';
import { type Db, sql } from '../../../db/database.ts';
import { containsPattern, type Listed, listRows } from '../../../db/page.ts';

export interface ManageableUserRow {
  id: number;
  uuid: string;
  firstName: string;
  lastName: string;
  email: string;
  blockedAt: Date | null;
}

/** Non-administrators, whether they manage a group yet or not. */
export function findManageableUsers(
  db: Db,
  search: string | undefined,
  page: Page | undefined,
): Promise<Listed<ManageableUserRow>> {
  const pattern = containsPattern(search) ?? null;
  const query = sql`
    select id, uuid, first_name, last_name, email, blocked_at from users
    where not is_admin and deleted_at is null
      and (${pattern}::text is null or email like ${pattern})`;
  return listRows(db, query, sql`order by id`, page);
}

/** ids of the groups that the user did not manage yet. */
export async function insertPermissions(
  db: Db,
  userId: number,
  groupIds: number[],
): Promise<number[]> {
  const rows = await db.many<{ groupId: number }>(sql`
    insert into group_permissions (user_id, group_id)
    select ${userId}, group_id from unnest(${groupIds}::bigint[]) as group_id order by group_id
    on conflict do nothing
    returning group_id`);
  return rows.map(({ groupId }) => groupId);
}

/** The group's internal id, undefined when the user did not manage it. */
export async function removePermission(
  db: Db,
  userId: number,
  groupUuid: string,
): Promise<number | undefined> {
  const removed = await db.maybeOne<{ groupId: number }>(sql`
    delete from group_permissions m using groups g
    where g.id = m.group_id and m.user_id = ${userId} and g.uuid = ${groupUuid}
      and g.deleted_at is null
    returning m.group_id`);
  return removed?.groupId;
}

/** ids of the groups the user managed until now. */
export async function removePermissionsOfUser(db: Db, userId: number): Promise<number[]> {
  const rows = await db.many<{ groupId: number }>(sql`
    delete from group_permissions where user_id = ${userId} returning group_id`);
  return rows.map(({ groupId }) => groupId);
}
