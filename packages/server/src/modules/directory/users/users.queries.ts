import type { Role } from '@chat/contract/auth';
import type { Page } from '@chat/contract/route';
import type { ConnectionStatus } from '@chat/contract/users';
import { type Db, type Sql, sql } from '../../../db/database.ts';
import { containsPattern, type Listed, listRows } from '../../../db/page.ts';

export interface UserRow {
  id: number;
  uuid: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
  isSupervisor: boolean;
  connectionStatus: ConnectionStatus;
  blockedAt: Date | null;
  offices: string[];
  groupPermissions: string[];
}

/** The users that `condition` picks with what their groups say of them, gathered once for all of them. */
const usersWhere = (condition: Sql): Sql => sql`
  with people as (
    select id, uuid, first_name, last_name, email, is_admin, is_admin and supervisor as is_supervisor,
      coalesce(c.status, 'OFFLINE') as connection_status, blocked_at
    from users left join user_connections c on c.user_id = users.id
    where deleted_at is null and ${condition}
  ), offices_of as (
    select gp.user_id, array_agg(distinct o.name collate "C") as names
    from group_participants gp
      join groups g on g.id = gp.group_id
      join offices o on o.id = g.office_id
    where gp.user_id in (select id from people)
    group by gp.user_id
  ), managed_by as (
    select m.user_id, array_agg(g.uuid order by g.id) as uuids
    from group_permissions m join groups g on g.id = m.group_id and g.deleted_at is null
    where m.user_id in (select id from people)
    group by m.user_id
  )
  select people.*, coalesce(offices_of.names, '{}') as offices,
    coalesce(managed_by.uuids, '{}') as group_permissions
  from people
    left join offices_of on offices_of.user_id = people.id
    left join managed_by on managed_by.user_id = people.id`;

/** Newest last; `search` is found anywhere in the e-mail, whatever the case. */
export function findUsers(
  db: Db,
  search: string | undefined,
  page: Page | undefined,
): Promise<Listed<UserRow>> {
  const pattern = containsPattern(search) ?? null;
  return listRows(
    db,
    usersWhere(sql`(${pattern}::text is null or email like ${pattern})`),
    sql`order by people.id`,
    page,
  );
}

export function findUser(db: Db, uuid: string): Promise<UserRow | undefined> {
  return db.maybeOne(usersWhere(sql`uuid = ${uuid}`));
}

/** Living users by uuid, kept from being deleted until the transaction ends. */
export function findUsersToJoin(db: Db, uuids: string[]): Promise<{ id: number; uuid: string }[]> {
  return db.many(sql`
    select id, uuid from users
    where uuid = any(${uuids}::uuid[]) and deleted_at is null
    order by id for share`);
}

/** Nothing for a deleted user; a block or deletion waits until the transaction ends. */
export function lockStanding(tx: Db, id: number): Promise<{ blockedAt: Date | null } | undefined> {
  return tx.maybeOne(sql`
    select blocked_at from users where id = ${id} and deleted_at is null for no key update`);
}

/** Administrators who can sign in; their rows stay locked until the transaction ends. */
export function findActiveAdministrators(db: Db): Promise<{ id: number }[]> {
  return db.many(sql`
    select id from users
    where is_admin and blocked_at is null and deleted_at is null
    order by id for update`);
}

interface NewUser {
  uuid: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Null: no password until an invitation is used. */
  passwordHash: string | null;
  isAdmin: boolean;
  passwordMustChange: boolean;
}

export function insertUser(db: Db, user: NewUser): Promise<{ id: number }> {
  return db.one(sql`
    insert into users (uuid, first_name, last_name, email, password_hash, is_admin, password_must_change)
    values (
      ${user.uuid}, ${user.firstName}, ${user.lastName}, ${user.email}, ${user.passwordHash},
      ${user.isAdmin}, ${user.passwordMustChange}
    )
    returning id`);
}

export function updateUser(
  db: Db,
  id: number,
  user: { firstName: string; lastName: string; email: string },
): Promise<number> {
  return db.run(sql`
    update users
    set first_name = ${user.firstName}, last_name = ${user.lastName}, email = ${user.email}
    where id = ${id} and deleted_at is null`);
}

/** Zero rows when the right stands already, or the user is no administrator. */
export function updateSupervisor(tx: Db, id: number, isSupervisor: boolean): Promise<number> {
  return tx.run(sql`
    update users set supervisor = ${isSupervisor}
    where id = ${id} and is_admin and supervisor <> ${isSupervisor}`);
}

export function updateSecondStep(tx: Db, id: number, hasSecondStep: boolean): Promise<number> {
  return tx.run(sql`update users set has_second_step = ${hasSecondStep} where id = ${id}`);
}

export function updateNoticeVersion(tx: Db, id: number, version: number): Promise<number> {
  return tx.run(sql`update users set notice_version = ${version} where id = ${id}`);
}

/** Blocking once more keeps the first time. */
export function updateUserBlocked(db: Db, id: number): Promise<number> {
  return db.run(sql`
    update users set blocked_at = coalesce(blocked_at, now())
    where id = ${id} and deleted_at is null`);
}

export function updateUserUnblocked(db: Db, id: number): Promise<number> {
  return db.run(sql`update users set blocked_at = null where id = ${id} and deleted_at is null`);
}

export function updateUserDeleted(db: Db, id: number): Promise<number> {
  return db.run(sql`update users set deleted_at = now() where id = ${id} and deleted_at is null`);
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

/** The new ids by uuid; ids follow the order of `people`. */
export async function insertPeople(
  db: Db,
  people: NewPersonRow[],
  passwordHash: string | null,
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

/** The newest deletion first; an erased person is nobody any more. */
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
