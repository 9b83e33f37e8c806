import type { ConnectionStatus } from '@chat/contract/users';
import { type Db, type Sql, sql } from '../../db/database.ts';
import { version } from '../../shared/version.ts';

/** Connected users with their sessions. */
export interface Connected {
  id: number;
  sessionId: number;
}

const nameOf = (processId: string, sessionId: number) => `${processId}:${sessionId}`;

type Change = { status: ConnectionStatus | null } | undefined;

/** Another status than before, if the change made one. */
const statusOf = (change: Change) => change?.status ?? undefined;

const newStatus = sql`case when c.status <> before.status then c.status end as status`;

/**
 * Does nothing for a session that has ended: its end waits for the lock on its row, and removes its connections then.
 * `xmax` is 0 of a row that was not there before.
 */
export async function insertConnection(
  db: Db,
  processId: string,
  { id, sessionId }: Connected,
): Promise<ConnectionStatus | undefined> {
  const name = nameOf(processId, sessionId);
  return statusOf(
    await db.maybeOne(sql`
      with live as (
        select user_id from sessions where id = ${sessionId} for key share
      ), before as (
        select status from user_connections where user_id = ${id} for update
      )
      insert into user_connections as c (user_id, status, connections)
      select live.user_id, 'ONLINE', array[${name}::text] from live left join before on true
      on conflict (user_id) do update
      set status = 'ONLINE', connections = array_remove(c.connections, ${name}::text) || ${name}::text
      returning case
        when c.xmax = 0 or (select status from before) <> 'ONLINE' then c.status
      end as status`),
  );
}

/** After a logout there is no connection left to lose. */
export async function removeConnection(
  db: Db,
  processId: string,
  { id, sessionId }: Connected,
): Promise<ConnectionStatus | undefined> {
  const name = nameOf(processId, sessionId);
  return statusOf(
    await db.maybeOne(sql`
      with before as (
        select user_id, status, array_remove(connections, ${name}::text) as others
        from user_connections where user_id = ${id} and ${name}::text = any(connections) for update
      )
      update user_connections c set connections = before.others,
        status = case when before.others = '{}' then 'DISCONNECTED' else 'ONLINE' end
      from before where c.user_id = before.user_id
      returning ${newStatus}`),
  );
}

/** Removes the session's connections to all processes; a user without any other is OFFLINE. */
export async function removeSessionConnections(
  db: Db,
  { id, sessionId }: Connected,
): Promise<ConnectionStatus | undefined> {
  return statusOf(
    await db.maybeOne(sql`
      with before as (
        select user_id, status, array(
          select name from unnest(connections) as name
          where split_part(name, ':', 2) <> ${sessionId}::bigint::text
        ) as others
        from user_connections where user_id = ${id} for update
      )
      update user_connections c set connections = before.others,
        status = case when before.others = '{}' then 'OFFLINE' else 'ONLINE' end
      from before where c.user_id = before.user_id
      returning ${newStatus}`),
  );
}

/** False when the process has no row: it is new, or was taken for dead. */
export async function updateProcess(db: Db, processId: string): Promise<boolean> {
  const count = await db.run(sql`update processes set seen_at = now() where uuid = ${processId}`);
  return count > 0;
}

/** The process drains: others wait for its end from now on, and are not refused. */
export function updateLeaving(db: Db, processId: string): Promise<number> {
  return db.run(sql`update processes set is_leaving = true where uuid = ${processId}`);
}

const LEASE_LOCK = 4_519_005;

/** Until the commit no other process comes in. */
export async function lockLeases(tx: Db): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${LEASE_LOCK})`);
}

/** A process that another one cannot serve beside. */
export interface Rival {
  uuid: string;
  seenAt: string;
  isLeaving: boolean;
  isSilent: boolean;
}

/** Only processes that are all joined may share a database. */
export function findRivals(
  db: Db,
  processId: string,
  isJoined: boolean,
  silentMs: number,
): Promise<Rival[]> {
  return db.many(sql`
    select uuid, seen_at::text as seen_at, is_leaving,
      seen_at < now() - ${silentMs} * interval '1 millisecond' as is_silent
    from processes where uuid <> ${processId} and not (is_joined and ${isJoined}::boolean)`);
}

export async function insertProcess(db: Db, processId: string, isJoined: boolean): Promise<void> {
  await db.run(sql`
    insert into processes (uuid, is_joined, version) values (${processId}, ${isJoined}, ${version})
    on conflict (uuid) do update set seen_at = now()`);
}

/** The version that has changed the schema so that none as old as this one may serve on it. */
export async function findSuccessor(db: Db): Promise<string | undefined> {
  const numbers = (text: Sql) => sql`string_to_array(${text}, '.')::int[]`;
  const found = await db.maybeOne<{ version: string }>(sql`
    select version from schema_migrations
    where ${numbers(sql`beside`)} > ${numbers(sql`${version}`)}
    order by ${numbers(sql`version`)} desc limit 1`);
  return found?.version;
}

export interface Moved {
  uuid: string;
  connectionStatus: ConnectionStatus;
}

const toLiving = sql`array(
  select name from unnest(c.connections) as name where split_part(name, ':', 1)::uuid = any(living.uuids)
)`;

/**
 * Removes those processes, and all connections to processes that have no row; gives the users whose connections
 * changed. Without a process to remove it looks at no user, unless `always`.
 */
function removeProcesses(db: Db, which: Sql, always: boolean): Promise<Moved[]> {
  return db.many(sql`
    with gone as (
      delete from processes where ${which} returning uuid
    ), living as (
      select coalesce(array_agg(uuid), '{}') as uuids
      from processes where uuid not in (select uuid from gone)
      having ${always}::boolean or exists (select from gone)
    ), lost as (
      select c.user_id, ${toLiving} as others
      from user_connections c, living
      where c.connections <> '{}' and ${toLiving} <> c.connections
      order by c.user_id
      for update of c
    )
    update user_connections c set connections = lost.others,
      status = case when lost.others = '{}' then 'DISCONNECTED' else 'ONLINE' end
    from lost join users u on u.id = lost.user_id
    where c.user_id = lost.user_id
    returning u.uuid, c.status as connection_status`);
}

/** Processes without a heartbeat for so long, by the database's clock. */
export const removeDeadProcesses = (
  db: Db,
  processId: string,
  silentMs: number,
  always = false,
): Promise<Moved[]> =>
  removeProcesses(
    db,
    sql`uuid <> ${processId} and seen_at < now() - ${silentMs} * interval '1 millisecond'`,
    always,
  );

export const removeNamedProcesses = (db: Db, processIds: string[]): Promise<Moved[]> =>
  removeProcesses(db, sql`uuid = any(${processIds}::uuid[])`, false);

/** Users connected to the process whose connections were taken for lost. */
export function updateAllConnected(
  db: Db,
  processId: string,
  connected: Connected[],
): Promise<{ uuid: string }[]> {
  return db.many(sql`
    with back as (
      insert into user_connections as c (user_id, status, connections)
      select user_id, 'ONLINE', array_agg(${processId}::text || ':' || id)
      from sessions where id = any(${connected.map(({ sessionId }) => sessionId)}::bigint[])
      group by user_id order by user_id
      on conflict (user_id) do update
      set status = 'ONLINE', connections = c.connections || excluded.connections
      where not c.connections && excluded.connections
      returning c.user_id
    )
    select u.uuid from back join users u on u.id = back.user_id`);
}

/** How the person was connected. */
export async function eraseConnections(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`delete from user_connections where user_id = ${userId}`);
  await tx.run(sql`delete from visible_pages where user_id = ${userId}`);
}
