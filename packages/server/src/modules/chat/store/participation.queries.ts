import { type Db, type Sql, sql } from '../../../db/database.ts';
import { listState } from './list-state.queries.ts';

/** How many of the users take part in the group, kept there until the commit. */
export function lockParticipants(tx: Db, groupId: number, userIds: number[]): Promise<number> {
  return tx.run(sql`
    select from group_participants
    where group_id = ${groupId} and user_id = any(${userIds}::bigint[])
    order by user_id for share`);
}

export interface Peer {
  groupId: number;
  groupUuid: string;
  userId: number;
  userUuid: string;
}

/** The user in the group, when both they and the viewer take part in it. */
export function findPeer(
  db: Db,
  viewerId: number,
  groupUuid: string,
  userUuid: string,
): Promise<Peer | undefined> {
  return db.maybeOne(sql`
    select g.id as group_id, g.uuid as group_uuid, u.id as user_id, u.uuid as user_uuid
    from (select * from groups where uuid = ${groupUuid} limit 1) g
      cross join (select * from users where uuid = ${userUuid} limit 1) u
      cross join lateral (
        select from group_participants where group_id = g.id and user_id = ${viewerId} limit 1
      ) mine
      cross join lateral (
        select from group_participants where group_id = g.id and user_id = u.id limit 1
      ) theirs
    where g.deleted_at is null and u.deleted_at is null`);
}

export interface OwnGroupRow {
  id: number;
  uuid: string;
  participates: boolean;
  manages: boolean;
}

const ownGroup = (groupUuid: string, userId: number): Sql => sql`
  select g.id, g.uuid,
    exists (
      select from group_participants p where p.group_id = g.id and p.user_id = ${userId}
    ) as participates,
    exists (
      select from group_permissions p where p.group_id = g.id and p.user_id = ${userId}
    ) as manages
  from (select * from groups where uuid = ${groupUuid} limit 1) g
  where g.deleted_at is null`;

export const findGroupOfParticipant = (
  db: Db,
  groupUuid: string,
  userId: number,
): Promise<OwnGroupRow | undefined> => db.maybeOne(ownGroup(groupUuid, userId));

/** The same with what the database says of their chat list there. */
export function findListState(
  db: Db,
  groupUuid: string,
  userId: number,
): Promise<(OwnGroupRow & { state: string | null }) | undefined> {
  return db.maybeOne(sql`
    select g.*, case when g.participates then ${listState(userId)} end as state
    from (${ownGroup(groupUuid, userId)}) g`);
}
