import { type Db, sql } from '../../../db/database.ts';
import { ownDeeds } from '../../audit/own-deeds.ts';

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

/** Whether the session began by the company's sign-in, and not before `since`. */
export async function hasBegunByCompany(db: Db, sessionId: number, since: Date): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    select exists (
      select from sessions where id = ${sessionId} and method = 'COMPANY' and created_at >= ${since}
    ) as some`);
  return some;
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

export interface NewInvitation {
  userId: number;
  tokenHash: Buffer;
  createdBy: number;
  expiresAt: Date;
}

/** Each person's earlier invitation ends with it. */
export function insertInvitations(db: Db, invitations: NewInvitation[]): Promise<number> {
  return db.run(sql`
    insert into invitations (user_id, token_hash, created_by, expires_at)
    select * from unnest(
      ${invitations.map(({ userId }) => userId)}::bigint[],
      ${invitations.map(({ tokenHash }) => tokenHash)}::bytea[],
      ${invitations.map(({ createdBy }) => createdBy)}::bigint[],
      ${invitations.map(({ expiresAt }) => expiresAt)}::timestamptz[]
    )
    on conflict (user_id) do update set
      token_hash = excluded.token_hash, created_by = excluded.created_by, expires_at = excluded.expires_at`);
}

export interface InvitedRow {
  id: number;
  uuid: string;
  email: string;
}

/** Whom a token invites, as long as it counts. */
export function findInvited(db: Db, tokenHash: Buffer): Promise<InvitedRow | undefined> {
  return db.maybeOne(sql`
    select u.id, u.uuid, u.email
    from invitations i join users u on u.id = i.user_id
    where i.token_hash = ${tokenHash} and i.expires_at > now()
      and u.blocked_at is null and u.deleted_at is null`);
}

/** Takes the invitation away, so that it counts for nobody else. The user is locked. */
export function takeInvitation(
  tx: Db,
  userId: number,
  tokenHash: Buffer,
): Promise<{ createdBy: number | null } | undefined> {
  return tx.maybeOne(sql`
    delete from invitations
    where user_id = ${userId} and token_hash = ${tokenHash} and expires_at > now()
    returning created_by`);
}

export function removeInvitation(tx: Db, userId: number): Promise<number> {
  return tx.run(sql`delete from invitations where user_id = ${userId}`);
}
