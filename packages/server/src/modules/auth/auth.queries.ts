import type { SessionEndReason } from '@chat/contract/auth';
import { type Db, type Sql, sql } from '../../db/database.ts';
import type { SessionScope } from '../../http/viewer.ts';

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
const managesGroups = sql`
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

/** The owner of a new session, as the user was when their password was checked. */
export interface SessionOwner {
  id: number;
  passwordHash: string;
}

export interface SessionRow {
  sessionId: number;
  id: number;
  uuid: string;
  email: string;
  isAdmin: boolean;
  managesGroups: boolean;
  createdAt: Date;
  lastUsedAt: Date;
}

/**
 * No row when the user has been blocked, deleted or given another password since theirs was checked: such a
 * change waits for this row or this waits for it, so that no session outlives its end.
 */
export function insertSession(
  db: Db,
  session: {
    user: SessionOwner;
    deviceId: number;
    tokenHash: Buffer;
    fileKeyHash: Buffer;
    now: Date;
  },
): Promise<{ id: number } | undefined> {
  const { user, deviceId, tokenHash, fileKeyHash, now } = session;
  return db.maybeOne(sql`
    insert into sessions (user_id, device_id, token_hash, file_key_hash, created_at, last_used_at)
    select u.id, ${deviceId}::bigint, ${tokenHash}::bytea, ${fileKeyHash}::bytea, ${now}::timestamptz, ${now}::timestamptz
    from (select * from users where id = ${user.id} limit 1 for share) u
    where u.password_hash = ${user.passwordHash} and u.blocked_at is null and u.deleted_at is null
    returning id`);
}

// A user is found before it is asked whether they are deleted: of tables it has not looked at yet, the planner believes
// that few are not.
const liveSessions = (condition: Sql) => sql`
  select s.id as session_id, s.created_at, s.last_used_at, u.id, u.uuid, u.email, u.is_admin, ${managesGroups} as manages_groups
  from sessions s
    cross join lateral (select * from users where id = s.user_id limit 1) u
    join devices d on d.id = s.device_id and d.approved_at is not null
  where ${condition} and u.blocked_at is null and u.deleted_at is null`;

/** A live session with its user; blocked and deleted users and waiting devices have none. */
export const findSession = (db: Db, tokenHash: Buffer): Promise<SessionRow | undefined> =>
  db.maybeOne(liveSessions(sql`s.token_hash = ${tokenHash}`));

export const findSessionByFileKey = (
  db: Db,
  fileKeyHash: Buffer,
): Promise<SessionRow | undefined> =>
  db.maybeOne(liveSessions(sql`s.file_key_hash = ${fileKeyHash}`));

// An end is stored a moment before others can read it.
const STORED_WITHIN_SECONDS = 10;

/** The sessions whose ends were stored since `time`, and some that were before; `readTo` is the next time's `time`. */
export function findEndedSince(
  db: Db,
  time: Date | undefined,
): Promise<{ readTo: Date; ended: number[] }> {
  // The earlier of two times counts: a clock may have been put back in between.
  return db.one(sql`
    select now() as read_to, coalesce(json_agg(session_id) filter (where session_id is not null), '[]') as ended
    from ended_sessions
    where ended_at > least(now(), ${time ?? null}::timestamptz) - make_interval(secs => ${STORED_WITHIN_SECONDS})`);
}

/** The sessions among these that are no longer valid. */
export async function findGoneSessions(db: Db, sessionIds: number[]): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select known.id
    from unnest(${sessionIds}::bigint[]) as known (id)
      left join lateral (select user_id, device_id from sessions where id = known.id limit 1) s on true
      left join lateral (select blocked_at, deleted_at from users where id = s.user_id limit 1) u on true
      left join lateral (select approved_at from devices where id = s.device_id limit 1) d on true
    where s.user_id is null or u.blocked_at is not null or u.deleted_at is not null
      or d.approved_at is null`);
  return rows.map(({ id }) => id);
}

function belongsTo(scope: SessionScope): Sql {
  if ('sessionId' in scope) return sql`id = ${scope.sessionId}`;
  if ('deviceId' in scope) return sql`device_id = ${scope.deviceId}`;
  return sql`user_id = ${scope.userId} and id <> ${scope.except ?? 0}`;
}

/** The ids of those that there were. */
export function removeSessions(
  db: Db,
  scope: SessionScope,
  reason: SessionEndReason,
): Promise<number[]> {
  return removeWhere(db, belongsTo(scope), reason);
}

export function removeOverSessions(
  db: Db,
  {
    unusedSince,
    adminUnusedSince,
    createdBefore,
  }: { unusedSince: Date; adminUnusedSince: Date; createdBefore: Date },
): Promise<number[]> {
  const isOver = sql`last_used_at < ${unusedSince} or created_at < ${createdBefore} or (
      last_used_at < ${adminUnusedSince} and user_id in (select id from users where is_admin)
    )`;
  return removeWhere(db, isOver, 'expired');
}

async function removeWhere(db: Db, condition: Sql, reason: SessionEndReason): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    with ended as (
      delete from sessions where ${condition} returning id, token_hash
    ), kept as (
      insert into ended_sessions (token_hash, session_id, reason, ended_at)
      select token_hash, id, ${reason}::text, clock_timestamp() from ended
    )
    select id from ended`);
  return rows.map(({ id }) => id);
}

/** Why a session is over, as long as that is kept; one that nobody has removed yet was not used for too long. */
export function findEnd(
  db: Db,
  tokenHash: Buffer,
): Promise<{ reason: SessionEndReason } | undefined> {
  return db.maybeOne(sql`
    select reason from ended_sessions where token_hash = ${tokenHash}
    union all
    select 'expired' from sessions where token_hash = ${tokenHash}
    limit 1`);
}

export const removeEnds = (db: Db, endedBefore: Date): Promise<number> =>
  db.run(sql`delete from ended_sessions where ended_at < ${endedBefore}`);

export function updateLastUse(db: Db, sessionIds: number[], usedAt: Date[]): Promise<number> {
  return db.run(sql`
    update sessions s set last_used_at = u.used_at
    from unnest(${sessionIds}::bigint[], ${usedAt}::timestamptz[]) as u (id, used_at)
    where s.id = u.id and s.last_used_at < u.used_at`);
}
