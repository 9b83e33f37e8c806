import type { Role } from '@chat/contract/auth';
import { type Db, sql } from '../../../db/database.ts';

export async function hasUsers(db: Db): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`select exists (select from users) as some`);
  return some;
}

export interface NewPersonRow {
  uuid: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  createdAt: Date;
  blockedAt: Date | null;
}

/** How many of the e-mails are living users'. */
export async function countUsers(db: Db, emails: string[]): Promise<number> {
  const { found } = await db.one<{ found: number }>(sql`
    select count(*) as found from users where email = any(${emails}::text[]) and deleted_at is null`);
  return found;
}

/** The new ids by uuid; ids follow the order of `people`. */
export async function insertPeople(
  db: Db,
  people: NewPersonRow[],
  passwordHash: string,
): Promise<Map<string, number>> {
  const rows = await db.many<{ id: number; uuid: string }>(sql`
    insert into users (
      uuid, email, first_name, last_name, password_hash, is_admin, created_at, blocked_at
    )
    select uuid, email, first_name, last_name, ${passwordHash}, is_admin, created_at, blocked_at
    from unnest(
      ${people.map(({ uuid }) => uuid)}::uuid[], ${people.map(({ email }) => email)}::text[],
      ${people.map(({ firstName }) => firstName)}::text[], ${people.map(({ lastName }) => lastName)}::text[],
      ${people.map(({ role }) => role === 'ADMIN')}::boolean[],
      ${people.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${people.map(({ blockedAt }) => blockedAt)}::timestamptz[]
    ) with ordinality
      as person (uuid, email, first_name, last_name, is_admin, created_at, blocked_at, place)
    order by place
    returning id, uuid`);
  return new Map(rows.map(({ id, uuid }) => [uuid, id]));
}

/** So much at once changes every plan; nobody should wait for the next housekeeping to learn it. */
export function refreshStatistics(db: Db): Promise<number> {
  return db.run(sql`
    analyze users, user_connections, devices, projects, offices, groups, group_participants, group_permissions, chats,
      chat_members, messages, files, reactions, mentions`);
}
