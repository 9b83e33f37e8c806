import { type Db, sql } from '../../db/database.ts';

export interface SessionRow {
  sessionId: number;
  id: number;
  uuid: string;
  email: string;
  isAdmin: boolean;
  managesGroups: boolean;
  lastUsedAt: Date;
}

export function insertSession(
  db: Db,
  session: { userId: number; deviceId: number; tokenHash: Buffer; now: Date },
): Promise<{ id: number }> {
  return db.one(sql`
    insert into sessions (user_id, device_id, token_hash, created_at, last_used_at)
    values (${session.userId}, ${session.deviceId}, ${session.tokenHash}, ${session.now}, ${session.now})
    returning id`);
}

/** A live session with its user; blocked and deleted users and waiting devices have none. */
export function findSession(db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return db.maybeOne(sql`
    select s.id as session_id, s.last_used_at, u.id, u.uuid, u.email, u.is_admin,
      exists (
        select from group_permissions p join groups g on g.id = p.group_id
        where p.user_id = u.id and g.deleted_at is null
      ) as manages_groups
    from sessions s
      join users u on u.id = s.user_id and u.blocked_at is null and u.deleted_at is null
      join devices d on d.id = s.device_id and d.approved_at is not null
    where s.token_hash = ${tokenHash}`);
}

/** Whose sessions end: one session's, a device's, or a user's but one. */
export type SessionScope =
  | { sessionId: number }
  | { deviceId: number }
  | { userId: number; except?: number };

export function removeSessions(db: Db, scope: SessionScope): Promise<{ id: number }[]> {
  if ('sessionId' in scope) {
    return db.many(sql`delete from sessions where id = ${scope.sessionId} returning id`);
  }
  if ('deviceId' in scope) {
    return db.many(sql`delete from sessions where device_id = ${scope.deviceId} returning id`);
  }
  return db.many(sql`
    delete from sessions where user_id = ${scope.userId} and id <> ${scope.except ?? 0} returning id`);
}

export function removeSessionsUnusedSince(db: Db, before: Date): Promise<{ id: number }[]> {
  return db.many(sql`delete from sessions where last_used_at < ${before} returning id`);
}

export function updateLastUse(db: Db, sessionIds: number[], usedAt: Date[]): Promise<number> {
  return db.run(sql`
    update sessions s set last_used_at = u.used_at
    from unnest(${sessionIds}::bigint[], ${usedAt}::timestamptz[]) as u (id, used_at)
    where s.id = u.id and s.last_used_at < u.used_at`);
}
