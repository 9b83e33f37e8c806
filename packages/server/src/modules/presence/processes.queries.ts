import type { ConnectionStatus } from '@chat/contract/users';
import { type Db, type Sql, sql } from '../../db/database.ts';
import type { WaitingWork } from '../../jobs/heartbeat.ts';
import { version } from '../../shared/version.ts';

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

/**
 * Processes that have pages in `visible_pages` and have ended. The statement steps from one process to the next by the
 * key, so that no page of a living process is read.
 */
const ended = sql`
  with recursive with_pages (process_uuid) as (
    (select process_uuid from visible_pages order by process_uuid limit 1)
    union all
    select (
      select v.process_uuid from visible_pages v
      where v.process_uuid > w.process_uuid order by v.process_uuid limit 1
    )
    from with_pages w where w.process_uuid is not null
  )
  select process_uuid from with_pages
  where process_uuid is not null and process_uuid not in (select uuid from processes)`;

/**
 * Marks pages as lost that were open at processes which have ended, and forgets those hidden so long ago that no message
 * that is still to be pushed was stored before. False where all processes live; then no page is read.
 */
export async function updateOrphans(db: Db): Promise<boolean> {
  const ofEnded = sql`exists (select from ended) and process_uuid not in (select uuid from processes)`;
  const { hasAny } = await db.one<{ hasAny: boolean }>(sql`
    with ended as materialized (${ended}), marked as (
      update visible_pages set until = clock_timestamp(), is_lost = true where until is null and ${ofEnded}
    ), aged as (
      delete from visible_pages where until < now() - interval '10 minutes' and ${ofEnded}
    )
    select exists (select from ended) as has_any`);
  return hasAny;
}

/**
 * Writes that the process lives, unless that was written within `beatMs`, and finds what waits for any job: one statement,
 * so that an idle process asks nothing else. Each condition is what the job's own statement reads, without its rows.
 */
export const beat = (
  db: Db,
  processId: string,
  beatMs: number,
  silentMs: number,
): Promise<WaitingWork> =>
  db.one(sql`
    with beat as (
      update processes set seen_at = now()
      where uuid = ${processId} and seen_at < now() - ${beatMs} * interval '1 millisecond'
    )
    select
      exists (select from processes where uuid = ${processId}) as is_known,
      exists (
        select from processes where uuid <> ${processId} and seen_at < now() - ${silentMs} * interval '1 millisecond'
      ) as has_dead_processes,
      exists (select from ended_sessions where ended_at > now() - interval '10 seconds') as has_ended_sessions,
      exists (select from audit_unchained) as has_unchained,
      (select max(number) from audit_chain) as chained_to,
      coalesce((select max(number) from audit_chain), 0)
        > coalesce((select number from audit_file_progress), 0) as is_unappended,
      exists (
        select from sign_in_failures
        where began_at not between now() - interval '1 minute' and now() + interval '1 minute'
      ) as has_failures,
      exists (select from data_exports where status = 'WORKING') as has_exports,
      exists (
        select from data_exports
        where status = 'GONE' or status <> 'WORKING' and ended_at <= now() - interval '24 hours'
          or status = 'READY' and exists (
            select from unnest(hold_ids) as made_under where not exists (select from holds h where h.id = made_under)
          )
      ) as has_over_exports,
      exists (select from push_subscriptions) or exists (select from push_farewells) as has_subscriptions,
      exists (select from push_notifications where waiting is not null) as has_queued_pushes,
      exists (
        select from push_notifications
        where waiting is null and shown_id is null and leased_until is null and next_at < now() - interval '1 minute'
      ) as has_spent_pushes,
      exists (select from push_edits) or exists (
        select from chats
        where last_message_hour >= date_trunc('hour', (now() - interval '5 minutes') at time zone 'UTC')
          and last_message_at > now() - interval '5 minutes'
      ) as has_news,
      exists (${ended}) as has_left_pages,
      exists (select from supervisions where expires_at <= now()) as has_over_reasons,
      exists (
        select from watches w where not exists (select from processes p where p.uuid = w.process_uuid)
      ) as has_lost_watches,
      exists (
        select from search_progress p
        where p.built_to > 0 or p.gaps <> '[]' or p.indexed_to < (select coalesce(max(id), 0) from messages)
      ) or (select -chat_id from search_blocks where is_stale order by -chat_id, -nth limit 1) is not null
        as has_unindexed`);
