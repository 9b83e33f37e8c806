import { type Db, sql } from '../../db/database.ts';

export interface Credentials {
  id: number;
  uuid: string;
  email: string;
  isAdmin: boolean;
  managesGroups: boolean;
  passwordHash: string;
  blockedAt: Date | null;
}

/** Whether the user `u` manages a group that is not deleted. */
export const managesGroups = sql`
  exists (
    select from group_permissions p
    where p.user_id = u.id and (select g.deleted_at is null from groups g where g.id = p.group_id)
  )`;

export function findCredentials(db: Db, email: string): Promise<Credentials | undefined> {
  return db.maybeOne(sql`
    select u.id, u.uuid, u.email, u.is_admin, u.password_hash, u.blocked_at, ${managesGroups} as manages_groups
    from users u
    where u.email = ${email} and u.deleted_at is null`);
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  const row = await db.one<{ some: boolean }>(
    sql`select exists (select from users where is_admin and deleted_at is null) as some`,
  );
  return row.some;
}

/** The device by which the user comes in, where it is approved. */
export function findApprovedDevice(
  db: Db,
  email: string,
  identifierHash: Buffer,
): Promise<{ id: number } | undefined> {
  return db.maybeOne(sql`
    select d.id
    from devices d join users u on u.id = d.user_id
    where u.email = ${email} and u.deleted_at is null and d.identifier_hash = ${identifierHash}
      and d.approved_at is not null`);
}
