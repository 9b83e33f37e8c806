import type { SignInMethod } from '@chat/contract/auth';
import type { SessionEndReason } from '@chat/contract/session';
import { type Db, fixed, type Sql, sql } from '../../db/database.ts';
import type { SessionScope } from '../../http/viewer.ts';
import { ownDeeds } from '../audit/own-deeds.ts';
import {
  type PersonStanding,
  personStanding,
  type SessionStanding,
  sessionStanding,
} from '../restrictions/session-rules.ts';

// Ends by which a person says so; the others follow from something that is an entry itself, or from time.
const ownEnds: readonly SessionEndReason[] = ['logout', 'owner'];

/** A person who signs in. */
export interface Credentials extends PersonStanding {
  id: number;
  uuid: string;
  email: string;
  managesGroups: boolean;
  /** Null until an invitation is used, and for people who come in by the company's own sign-in alone. */
  passwordHash: string | null;
  blockedAt: Date | null;
  /** Whether they have yet to learn that somebody else has removed their second step. */
  isRemovalUnseen: boolean;
}

/** Whether the user `u` manages a group that is not deleted. */
const managesGroups = sql`
  exists (
    select from group_permissions p
    where p.user_id = u.id and (select g.deleted_at is null from groups g where g.id = p.group_id)
  )`;

const credentials = (condition: Sql) => sql`
  select u.id, u.uuid, u.email, u.password_hash, u.blocked_at, ${personStanding}, ${managesGroups} as manages_groups,
    exists (select from two_steps t where t.user_id = u.id and t.removed_at is not null) as is_removal_unseen
  from users u
  where ${condition} and u.deleted_at is null`;

export const findCredentials = (db: Db, email: string): Promise<Credentials | undefined> =>
  db.maybeOne(credentials(sql`u.email = ${email}`));

export const findCredentialsById = (db: Db, id: number): Promise<Credentials | undefined> =>
  db.maybeOne(credentials(sql`u.id = ${id}`));

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

/** A sign-in whose every step has been passed. */
export interface NewSession {
  userId: number;
  /** The hash as it was when the person proved who they are; null where they have no password. */
  passwordHash: string | null;
  /** The second step that was passed, as its secret is stored. */
  secondStep: Buffer | null;
  deviceId: number;
  method: SignInMethod;
  address: string;
  deviceName: string | null;
}

export interface SessionRow extends SessionStanding {
  sessionId: number;
  id: number;
  uuid: string;
  email: string;
  managesGroups: boolean;
  isSupervisor: boolean;
  /** The version of the privacy notice that they confirmed last. */
  noticeVersion: number | null;
  createdAt: Date;
  lastUsedAt: Date;
  /** Where it began. */
  address: string | null;
}

/**
 * No row when the user has been blocked, deleted, given another password or second step since they were checked: such
 * a change waits for this row or this waits for it, so that no session outlives its end. A lock reads the secret anew.
 */
export function insertSession(
  db: Db,
  session: NewSession & { uuid: string; tokenHash: Buffer; fileKeyHash: Buffer; now: Date },
): Promise<{ id: number } | undefined> {
  const { uuid, userId, passwordHash, secondStep, deviceId, now } = session;
  const { tokenHash, fileKeyHash, method, address, deviceName } = session;
  return db.maybeOne(sql`
    with begun as (
    insert into sessions (
      uuid, user_id, device_id, token_hash, file_key_hash, created_at, last_used_at, method, address, device_name
    )
    select ${uuid}::uuid, u.id, ${deviceId}::bigint, ${tokenHash}::bytea, ${fileKeyHash}::bytea,
      ${now}::timestamptz, ${now}::timestamptz, ${method}::text, ${address}::text, ${deviceName}::text
    from (select * from users where id = ${userId} limit 1 for share) u
    where u.password_hash is not distinct from ${passwordHash}::text
      and u.blocked_at is null and u.deleted_at is null and (${method}::text = 'COMPANY' or not u.has_second_step
        or (select t.secret from two_steps t where t.user_id = u.id for share) = ${secondStep}::bytea)
    returning id, user_id, address
    ), noted as (${ownDeeds('SIGN_IN', sql`begun`)})
    select id from begun`);
}

// A user is found before it is asked whether they are deleted: of tables it has not looked at yet, the planner believes
// that few are not.
const liveSessions = (condition: Sql) => sql`
  select s.id as session_id, s.created_at, s.last_used_at, s.address, u.id, u.uuid, u.email, u.notice_version,
    u.is_admin and u.supervisor as is_supervisor,
    ${sessionStanding(sql`s`)}, ${managesGroups} as manages_groups
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

interface OwnSessionRow {
  sessionId: number;
  uuid: string;
  deviceUuid: string;
  deviceName: string | null;
  address: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

// Far more than a person has; a program that signs in again and again fills no memory.
const MAX_LISTED = 1_000;

/** The latest used ones, as far as their uses are stored. */
export const findOwnSessions = (db: Db, userId: number): Promise<OwnSessionRow[]> =>
  db.many(sql`
    select s.id as session_id, s.uuid, d.uuid as device_uuid, s.device_name, s.address, s.created_at, s.last_used_at
    from sessions s join devices d on d.id = s.device_id and d.approved_at is not null
    where s.user_id = ${userId}
    order by s.last_used_at desc, s.id desc limit ${fixed(MAX_LISTED)}`);

export const findOwnSession = (
  db: Db,
  userId: number,
  uuid: string,
): Promise<{ id: number } | undefined> =>
  db.maybeOne(sql`select id from sessions where uuid = ${uuid} and user_id = ${userId}`);

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

/** How a session stands that a process knows. */
export interface KnownRow extends SessionStanding {
  sessionId: number;
  /** The session is no longer valid; the rest then says nothing. */
  isGone: boolean;
}

export const findKnownSessions = (db: Db, sessionIds: number[]): Promise<KnownRow[]> =>
  db.many(sql`
    select known.id as session_id, ${sessionStanding(sql`s`)},
      s.user_id is null or u.blocked_at is not null or u.deleted_at is not null or d.approved_at is null as is_gone
    from unnest(${sessionIds}::bigint[]) as known (id)
      left join lateral (select user_id, device_id, method from sessions where id = known.id limit 1) s on true
      left join lateral (select * from users where id = s.user_id limit 1) u on true
      left join lateral (select approved_at from devices where id = s.device_id limit 1) d on true`);

/** Why these sessions are over; 'expired' where nobody has stored it, as after a block that stopped half-way. */
export const findReasons = (
  db: Db,
  sessionIds: number[],
): Promise<{ reason: SessionEndReason; sessionIds: number[] }[]> =>
  db.many(sql`
    select coalesce(e.reason, 'expired') as reason, json_agg(own.id) as session_ids
    from unnest(${sessionIds}::bigint[]) as own (id) left join ended_sessions e on e.session_id = own.id group by 1`);

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
  address: string | null,
): Promise<number[]> {
  const isOwn = ownEnds.includes(reason);
  const own = sql`(select user_id, ${address}::text as address from ended where ${isOwn}::boolean)`;
  return removeWhere(db, belongsTo(scope), reason, ownDeeds('SESSION_ENDED', own));
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

/** When the next session is over, or the next end has been kept for long enough. */
export async function findNextOver(
  db: Db,
  limits: { unusedMs: number; adminUnusedMs: number; lifetimeMs: number; endsKeptMs: number },
): Promise<Date | null> {
  const after = (ms: number) => sql`${ms} * interval '1 millisecond'`;
  const { at } = await db.one<{ at: Date | null }>(sql`
    select least(
      min(s.last_used_at) + ${after(limits.unusedMs)},
      min(s.last_used_at) filter (where u.is_admin) + ${after(limits.adminUnusedMs)},
      min(s.created_at) + ${after(limits.lifetimeMs)},
      (select min(ended_at) from ended_sessions) + ${after(limits.endsKeptMs)}
    ) as at
    from sessions s join users u on u.id = s.user_id`);
  return at;
}

async function removeWhere(
  db: Db,
  condition: Sql,
  reason: SessionEndReason,
  recorded = sql`select from ended`,
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    with ended as (
      delete from sessions where ${condition} returning id, user_id, token_hash
    ), kept as (
      insert into ended_sessions (token_hash, session_id, reason, ended_at)
      select token_hash, id, ${reason}::text, clock_timestamp() from ended
    ), noted as (${recorded})
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
