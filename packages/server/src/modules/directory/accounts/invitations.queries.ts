import { type Db, sql } from '../../../db/database.ts';

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
