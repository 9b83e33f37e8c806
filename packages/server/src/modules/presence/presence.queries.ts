import type { ConnectionStatus } from '@chat/contract/users';
import { type Db, sql } from '../../db/database.ts';
import type { LostAmong, LostLook } from './context.ts';

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

/** Whether a person looks at a page of this process, since so many ms. */
export interface Look {
  userId: number;
  isVisible: boolean;
  isLost: boolean;
  msAgo: number;
}

export async function upsertLooks(db: Db, processId: string, looks: Look[]): Promise<void> {
  await db.run(sql`
    insert into visible_pages as v (process_uuid, user_id, since, until, is_lost)
    select ${processId}, user_id, at, case when not is_visible then at end, is_lost
    from (
      select user_id, is_visible, is_lost, clock_timestamp() - ms_ago * interval '1 millisecond' as at
      from unnest(
        ${looks.map(({ userId }) => userId)}::bigint[], ${looks.map(({ isVisible }) => isVisible)}::boolean[],
        ${looks.map(({ isLost }) => isLost)}::boolean[], ${looks.map(({ msAgo }) => msAgo)}::float8[]
      ) as l (user_id, is_visible, is_lost, ms_ago)
      order by user_id
    ) look
    on conflict (process_uuid, user_id) do update
    set since = case when excluded.until is null then excluded.since else v.since end,
      until = excluded.until, is_lost = excluded.is_lost`);
}

export function findLost(db: Db, graceMs: number, among: LostAmong): Promise<LostLook[]> {
  const isMeant =
    among === 'ended'
      ? sql`v.process_uuid not in (select uuid from processes)`
      : sql`v.user_id = any(${among}::bigint[])`;
  return db.many(sql`
    select v.user_id, max(v.until) as until, bool_or(v.process_uuid not in (select uuid from processes)) as is_orphan
    from visible_pages v
    where v.is_lost and v.until < clock_timestamp() - ${graceMs} * interval '1 millisecond' and ${isMeant}
      and not exists (select from visible_pages o where o.user_id = v.user_id and o.until is null)
    group by v.user_id
    limit 1000`);
}

/** Losses that have been followed count as looks until then: a message of that time may be planned later. */
export async function updateFollowed(db: Db, lost: LostLook[]): Promise<void> {
  await db.run(sql`
    update visible_pages v set is_lost = false
    from unnest(${lost.map(({ userId }) => userId)}::bigint[], ${lost.map(({ until }) => until)}::timestamptz[]) as l (user_id, until)
    where v.user_id = l.user_id and v.is_lost and date_trunc('milliseconds', v.until) <= l.until`);
}

/** Forgets how the person was connected, and when they looked. */
export async function eraseConnections(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`delete from user_connections where user_id = ${userId}`);
  await tx.run(sql`delete from visible_pages where user_id = ${userId}`);
}
