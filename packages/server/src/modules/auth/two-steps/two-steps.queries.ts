import { SET_UP_MINUTES } from '@chat/contract/auth';
import { type Db, fixed, sql } from '../../../db/database.ts';
import { ownDeeds } from '../../audit/own-deeds.ts';

// Secrets stand here as they are stored: encrypted.

export interface TwoStepsRow {
  secret: Buffer | null;
  recoveryCodesLeft: number;
}

export function findTwoSteps(db: Db, userId: number): Promise<TwoStepsRow | undefined> {
  return db.maybeOne(sql`
    select t.secret, (select count(*) from recovery_codes c where c.user_id = t.user_id) as recovery_codes_left
    from two_steps t where t.user_id = ${userId}`);
}

/**
 * The set-up that is begun. Zero rows while a second step is on, unless `whileOn` says that the person proved themselves:
 * it may have been turned on since that was asked.
 */
export function upsertPending(
  db: Db,
  userId: number,
  secret: Buffer,
  whileOn: boolean,
): Promise<number> {
  return db.run(sql`
    insert into two_steps as t (user_id, pending_secret, pending_at) values (${userId}, ${secret}, now())
    on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_at = excluded.pending_at
    where t.secret is null or ${whileOn}::boolean`);
}

const inTime = sql`pending_at > now() - make_interval(mins => ${fixed(SET_UP_MINUTES)})`;

export async function findPending(db: Db, userId: number): Promise<Buffer | undefined> {
  const row = await db.maybeOne<{ secret: Buffer }>(sql`
    select pending_secret as secret from two_steps
    where user_id = ${userId} and pending_secret is not null and ${inTime}`);
  return row?.secret;
}

/** The code of `step` confirms the set-up, and is used by it. Zero rows when it is not the one that is pending any more. */
export function updateConfirmed(
  tx: Db,
  userId: number,
  pending: Buffer,
  step: number,
): Promise<number> {
  return tx.run(sql`
    update two_steps
    set secret = pending_secret, last_step = ${step}, pending_secret = null, pending_at = null
    where user_id = ${userId} and pending_secret = ${pending} and ${inTime}`);
}

/** In the place of those that the person had. */
export async function replaceRecoveryCodes(
  tx: Db,
  userId: number,
  hashes: Buffer[],
): Promise<void> {
  await removeRecoveryCodes(tx, userId);
  await tx.run(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}::bigint, unnest(${hashes}::bytea[])`);
}

export function removeRecoveryCodes(tx: Db, userId: number): Promise<number> {
  return tx.run(sql`delete from recovery_codes where user_id = ${userId}`);
}

/**
 * Uses up a code and all of before. Zero rows where that is done: of two that come at the same instant the second waits
 * for the first and finds its step.
 */
export function updateLastStep(
  db: Db,
  userId: number,
  secret: Buffer,
  step: number,
): Promise<number> {
  return db.run(sql`
    update two_steps set last_step = ${step}
    where user_id = ${userId} and secret = ${secret} and last_step < ${step}`);
}

/** Whether the person had the code; that it is used is an entry. */
export async function removeRecoveryCode(
  db: Db,
  userId: number,
  hash: Buffer,
  address: string,
): Promise<boolean> {
  const used = await db.maybeOne(sql`
    with used as (
      delete from recovery_codes where user_id = ${userId} and code_hash = ${hash}
      returning user_id, ${address}::text as address
    ), noted as (${ownDeeds('RECOVERY_CODE_USED', sql`used`)})
    select user_id from used`);
  return used !== undefined;
}

const nothingSetUp = sql`secret = null, last_step = null, pending_secret = null, pending_at = null`;

/** Zero rows where there is no second step. */
export function updateTurnedOff(tx: Db, userId: number): Promise<number> {
  return tx.run(sql`
    update two_steps set ${nothingSetUp} where user_id = ${userId} and secret is not null`);
}

/** Turns off the second step for somebody else, and notes it for the person; `by` is undefined for the command line. */
export function updateRemoved(tx: Db, userId: number, by: number | undefined): Promise<number> {
  return tx.run(sql`
    update two_steps set ${nothingSetUp},
      removed_by = (select email from users where id = ${by ?? null}::bigint), removed_at = now()
    where user_id = ${userId} and secret is not null`);
}

export interface SealedSecrets {
  userId: number;
  secret: Buffer | null;
  pendingSecret: Buffer | null;
}

export const findSecrets = (tx: Db): Promise<SealedSecrets[]> =>
  tx.many(sql`
    select user_id, secret, pending_secret from two_steps
    where secret is not null or pending_secret is not null for update`);

export async function replaceSecrets(tx: Db, all: SealedSecrets[]): Promise<void> {
  await tx.run(sql`
    update two_steps t set secret = given.secret, pending_secret = given.pending_secret
    from unnest(
      ${all.map(({ userId }) => userId)}::bigint[], ${all.map(({ secret }) => secret)}::bytea[],
      ${all.map(({ pendingSecret }) => pendingSecret)}::bytea[]) as given (user_id, secret, pending_secret)
    where t.user_id = given.user_id`);
}

/** Told at once to one sign-in alone. */
export function takeRemoval(
  db: Db,
  userId: number,
): Promise<{ by: string | null; at: Date } | undefined> {
  return db.maybeOne(sql`
    with untold as (
      select user_id, removed_by as by, removed_at as at from two_steps
      where user_id = ${userId} and removed_at is not null for update
    )
    update two_steps t set removed_by = null, removed_at = null
    from untold where t.user_id = untold.user_id
    returning untold.by, untold.at`);
}

/** Removes what the person set up, and their e-mail where others have yet to be told of them. */
export async function eraseTwoSteps(
  tx: Db,
  userId: number,
  { emails, name }: { emails: string[]; name: string },
): Promise<void> {
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`);
  await tx.run(sql`delete from two_steps where user_id = ${userId}`);
  await tx.run(
    sql`update two_steps set removed_by = ${name} where removed_by = any(${emails}::text[])`,
  );
}
