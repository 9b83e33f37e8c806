import { type Db, fixed, sql } from '../../../db/database.ts';

export const ATTEMPT_MINUTES = 10;

/** Begun now; the database's clock counts for every process. */
export function insertAttempt(db: Db, secretHash: Buffer, identifierHash: Buffer): Promise<number> {
  return db.run(sql`
    insert into sign_in_attempts (secret_hash, identifier_hash, expires_at)
    values (${secretHash}, ${identifierHash}, now() + make_interval(mins => ${fixed(ATTEMPT_MINUTES)}))`);
}

/** Uses the attempt up: of several calls at the same instant one gets it, whichever process they come to. */
export function takeAttempt(
  db: Db,
  secretHash: Buffer,
): Promise<{ identifierHash: Buffer } | undefined> {
  return db.maybeOne(sql`
    with taken as (
      delete from sign_in_attempts where secret_hash = ${secretHash} returning identifier_hash, expires_at
    )
    select identifier_hash from taken where expires_at > now()`);
}

export const removeAgedAttempts = (db: Db): Promise<number> =>
  db.run(sql`delete from sign_in_attempts where expires_at <= now()`);

interface Account {
  issuer: string;
  subject: string;
}

/** The person whose account it is, deleted ones too. */
export function findAccountOwner(
  db: Db,
  { issuer, subject }: Account,
): Promise<{ userId: number } | undefined> {
  return db.maybeOne(sql`
    select user_id from company_accounts where issuer = ${issuer} and subject = ${subject}`);
}

/**
 * Zero rows where the account is somebody's already, the person has another one of this issuer, or nobody has the
 * e-mail any more.
 */
export function insertAccount(
  tx: Db,
  email: string,
  { issuer, subject }: Account,
): Promise<number> {
  return tx.run(sql`
    insert into company_accounts (issuer, subject, user_id)
    select ${issuer}::text, ${subject}::text, u.id
    from (select id from users where email = ${email} and deleted_at is null limit 1 for share) u
    on conflict do nothing`);
}

/** Whether a deleted person had the e-mail, at the end or before: the audit knows what it was. */
export async function hadDeletedPerson(db: Db, email: string): Promise<boolean> {
  const { some } = await db.one<{ some: boolean }>(sql`
    select exists (
      select from users u where u.deleted_at is not null and (
        u.email = ${email} or exists (
          select from audit_events a
          where a.target_id = u.id
            and (a.target_email = ${email} or (a.action = 'USER_UPDATED' and a.detail = ${email}))
        )
      )
    ) as some`);
  return some;
}

/** Removes the person's accounts of every issuer that there has been. */
export const removeAccounts = (tx: Db, userId: number): Promise<number> =>
  tx.run(sql`delete from company_accounts where user_id = ${userId}`);
