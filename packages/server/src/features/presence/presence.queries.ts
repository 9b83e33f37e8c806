import type { ConnectionStatus } from '@chat/contract/presence/presence.schema';
import { type Db, type Sql, sql } from '../../db/database.ts';

/** True when the status really changed: who is still connected to another process stays ONLINE. */
export async function updateConnection(
  db: Db,
  processId: string,
  userId: number,
  status: ConnectionStatus,
): Promise<boolean> {
  const isHere = status === 'ONLINE';
  const row = await db.maybeOne<{ hasChanged: boolean }>(sql`
    with before as (
      select id, connection_status, array_remove(connected_to, ${processId}::uuid) as elsewhere
      from users where id = ${userId} for update
    )
    update users u
    set connected_to = case when ${isHere}::boolean then before.elsewhere || ${processId}::uuid else before.elsewhere end,
      connection_status = case when before.elsewhere = '{}' then ${status}::text else 'ONLINE' end
    from before where u.id = before.id
    returning u.connection_status <> before.connection_status as has_changed`);
  return row?.hasChanged ?? false;
}

/** The process lives; true when nobody knew it, or it had been taken for dead. */
export async function upsertProcess(db: Db, processId: string): Promise<boolean> {
  const { isNew } = await db.one<{ isNew: boolean }>(sql`
    insert into processes (uuid) values (${processId})
    on conflict (uuid) do update set seen_at = now()
    returning xmax = 0 as is_new`);
  return isNew;
}

interface Moved {
  uuid: string;
  connectionStatus: ConnectionStatus;
}

/**
 * Removes those processes, and from everybody's connections all that are not known to live; gives whose connections
 * changed. Without a process to remove it looks at nobody, unless it is to look in any case.
 */
function removeProcesses(db: Db, which: Sql, always: boolean): Promise<Moved[]> {
  return db.many(sql`
    with gone as (
      delete from processes where ${which} returning uuid
    ), living as (
      select coalesce(array_agg(uuid), '{}') as uuids
      from processes where uuid not in (select uuid from gone)
      having ${always}::boolean or exists (select from gone)
    )
    update users u
    set connected_to = array(select uuid from unnest(u.connected_to) as uuid where uuid = any(living.uuids)),
      connection_status = case when u.connected_to && living.uuids then 'ONLINE' else 'DISCONNECTED' end
    from living
    where not u.connected_to <@ living.uuids
    returning u.uuid, u.connection_status`);
}

/** The dead are those not heard of for so long, by the database's clock. */
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

export const removeProcess = (db: Db, processId: string): Promise<Moved[]> =>
  removeProcesses(db, sql`uuid = ${processId}`, false);

/** Who is connected to the process though its connections had been taken for lost. */
export function updateAllConnected(
  db: Db,
  processId: string,
  userIds: number[],
): Promise<{ uuid: string }[]> {
  return db.many(sql`
    update users set connected_to = connected_to || ${processId}::uuid, connection_status = 'ONLINE'
    where id = any(${userIds}::bigint[]) and not ${processId} = any(connected_to)
    returning uuid`);
}

/** Before processes were known, a stop left people ONLINE. */
export function updateOnlineNowhere(db: Db): Promise<number> {
  return db.run(sql`
    update users set connection_status = 'DISCONNECTED'
    where connection_status = 'ONLINE' and connected_to = '{}'`);
}
