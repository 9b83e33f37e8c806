import type { Role } from '@chat/contract/auth';
import type { Page } from '@chat/contract/route';
import type { ConnectionStatus } from '@chat/contract/users';
import { type Db, type Sql, sql } from '../../../db/database.ts';
import { containsPattern, type Listed, listRows } from '../../../db/page.ts';
import { ownDeeds } from '../../audit/own-deeds.ts';

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

/** Null where the person has no password, undefined where there is no such person. */
export async function findPasswordHash(db: Db, id: number): Promise<string | null | undefined> {
  const row = await db.maybeOne<{ passwordHash: string | null }>(
    sql`select password_hash from users where id = ${id} and deleted_at is null`,
  );
  return row?.passwordHash;
}

/** The device that a live session belongs to. */
export function findDeviceOfSession(
  db: Db,
  sessionId: number,
): Promise<{ id: number } | undefined> {
  return db.maybeOne(sql`select device_id as id from sessions where id = ${sessionId}`);
}

/** Nothing for a deleted user; a block or deletion waits until the transaction ends. */
export function lockStanding(tx: Db, id: number): Promise<{ blockedAt: Date | null } | undefined> {
  return tx.maybeOne(sql`
    select blocked_at from users where id = ${id} and deleted_at is null for no key update`);
}

/** Whether the session began by the company's sign-in, and not before `since`. */
export async function hasBegunByCompany(db: Db, sessionId: number, since: Date): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    select exists (
      select from sessions where id = ${sessionId} and method = 'COMPANY' and created_at >= ${since}
    ) as some`);
  return some;
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

export function updatePassword(
  db: Db,
  id: number,
  { passwordHash, mustChange }: { passwordHash: string; mustChange: boolean },
): Promise<number> {
  return db.run(sql`
    update users set password_hash = ${passwordHash}, password_must_change = ${mustChange}
    where id = ${id} and deleted_at is null`);
}

/** Zero rows when the password is not the one that was verified any more, or the session has ended. */
export async function updateOwnPassword(
  db: Db,
  { id, sessionId, address }: { id: number; sessionId: number; address: string | null },
  { from, to }: { from: string | null; to: string },
): Promise<number> {
  const changed = await db.many(sql`
    with changed as (
      update users u set password_hash = ${to}, password_must_change = false
      from sessions s
      where u.id = ${id} and u.password_hash is not distinct from ${from} and u.blocked_at is null
        and u.deleted_at is null and s.id = ${sessionId} and s.user_id = u.id
      returning u.id as user_id, ${address}::text as address
    ), noted as (${ownDeeds('PASSWORD_CHANGED', sql`changed`)})
    select user_id from changed`);
  return changed.length;
}

/** Zero rows when they have got another password since. */
export function updatePasswordHash(db: Db, id: number, from: string, to: string): Promise<number> {
  return db.run(sql`
    update users set password_hash = ${to} where id = ${id} and password_hash = ${from}`);
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
