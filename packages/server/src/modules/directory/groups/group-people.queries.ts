import type { Page } from '@chat/contract/route';
import { type Db, type Sql, sql } from '../../../db/database.ts';
import { containsPattern, type Listed, listRows } from '../../../db/page.ts';

/*
 * The people of a group: who takes part in it, and who manages it.
 */

export interface ParticipantRow {
  uuid: string;
  email: string;
}

export function findParticipants(
  db: Db,
  groupId: number,
  page?: Page,
): Promise<Listed<ParticipantRow>> {
  const query = sql`
    select u.uuid, u.email
    from group_participants gp join users u on u.id = gp.user_id
    where gp.group_id = ${groupId}`;
  return listRows(db, query, sql`order by u.email, u.id`, page);
}

export function findParticipant(
  db: Db,
  groupId: number,
  userUuid: string,
): Promise<{ id: number; uuid: string } | undefined> {
  return db.maybeOne(sql`
    select u.id, u.uuid
    from group_participants gp join users u on u.id = gp.user_id
    where gp.group_id = ${groupId} and u.uuid = ${userUuid}`);
}

/** The pairs that were not there yet. The groups are held by `findGroupsToJoin`, or new. */
export function insertParticipants(
  db: Db,
  groupIds: number[],
  userIds: number[],
): Promise<{ groupId: number; userId: number }[]> {
  return db.many(sql`
    with added as (
      insert into group_participants (group_id, user_id)
      select group_id, user_id
      from unnest(${groupIds}::bigint[]) as group_id, unnest(${userIds}::bigint[]) as user_id
      order by group_id, user_id
      on conflict do nothing
      returning group_id, user_id
    ), counted as (
      update groups g set participants_count = g.participants_count + more.people
      from (select group_id, count(*) as people from added group by group_id) more
      where g.id = more.group_id
    )
    select group_id, user_id from added`);
}

/** People who were in no group until now, each with one of theirs. The groups are held by `findGroupsToJoin`. */
export function insertNewcomers(
  db: Db,
  pairs: { groupId: number; userId: number }[],
): Promise<number> {
  return db.run(sql`
    with added as (
      insert into group_participants (group_id, user_id)
      select * from unnest(
        ${pairs.map(({ groupId }) => groupId)}::bigint[], ${pairs.map(({ userId }) => userId)}::bigint[]
      )
      returning group_id
    )
    update groups g set participants_count = g.participants_count + more.people
    from (select group_id, count(*) as people from added group by group_id) more
    where g.id = more.group_id`);
}

/** Ends what `condition` says of `gp`; the `groups` are locked in one order before anything else of them is. */
const removeWhere = (groups: Sql, condition: Sql): Sql => sql`
  with locked as (
    select id from groups where ${groups} order by id for no key update
  ), removed as (
    delete from group_participants gp using locked
    where gp.group_id = locked.id and ${condition}
    returning gp.group_id, gp.user_id
  ), counted as (
    update groups g set participants_count = g.participants_count - fewer.people
    from (select group_id, count(*) as people from removed group by group_id) fewer
    where g.id = fewer.group_id
  )`;

export function removeParticipant(db: Db, groupId: number, userId: number): Promise<number> {
  return db.run(sql`
    ${removeWhere(sql`id = ${groupId}`, sql`gp.user_id = ${userId}`)}
    select from removed`);
}

/** uuids of the users who took part until now. */
export async function removeParticipantsOfGroup(db: Db, groupId: number): Promise<string[]> {
  const rows = await db.many<{ uuid: string }>(sql`
    ${removeWhere(sql`id = ${groupId}`, sql`true`)}
    select u.uuid from removed join users u on u.id = removed.user_id`);
  return rows.map(({ uuid }) => uuid);
}

/** ids of the groups the user took part in until now. Their own row is locked, so that they join none meanwhile. */
export async function removeParticipantEverywhere(db: Db, userId: number): Promise<number[]> {
  const theirs = sql`id in (select group_id from group_participants where user_id = ${userId})`;
  const rows = await db.many<{ groupId: number }>(sql`
    ${removeWhere(theirs, sql`gp.user_id = ${userId}`)}
    select group_id from removed`);
  return rows.map(({ groupId }) => groupId);
}

export interface ManageableUserRow {
  id: number;
  uuid: string;
  firstName: string;
  lastName: string;
  email: string;
  blockedAt: Date | null;
}

/** Non-administrators, whether they manage a group yet or not. */
export function findManageableUsers(
  db: Db,
  search: string | undefined,
  page: Page | undefined,
): Promise<Listed<ManageableUserRow>> {
  const pattern = containsPattern(search) ?? null;
  const query = sql`
    select id, uuid, first_name, last_name, email, blocked_at from users
    where not is_admin and deleted_at is null
      and (${pattern}::text is null or email like ${pattern})`;
  return listRows(db, query, sql`order by id`, page);
}

/** ids of the groups that the user did not manage yet. */
export async function insertPermissions(
  db: Db,
  userId: number,
  groupIds: number[],
): Promise<number[]> {
  const rows = await db.many<{ groupId: number }>(sql`
    insert into group_permissions (user_id, group_id)
    select ${userId}, group_id from unnest(${groupIds}::bigint[]) as group_id order by group_id
    on conflict do nothing
    returning group_id`);
  return rows.map(({ groupId }) => groupId);
}

/** The group's internal id, undefined when the user did not manage it. */
export async function removePermission(
  db: Db,
  userId: number,
  groupUuid: string,
): Promise<number | undefined> {
  const removed = await db.maybeOne<{ groupId: number }>(sql`
    delete from group_permissions m using groups g
    where g.id = m.group_id and m.user_id = ${userId} and g.uuid = ${groupUuid}
      and g.deleted_at is null
    returning m.group_id`);
  return removed?.groupId;
}

/** ids of the groups the user managed until now. */
export async function removePermissionsOfUser(db: Db, userId: number): Promise<number[]> {
  const rows = await db.many<{ groupId: number }>(sql`
    delete from group_permissions where user_id = ${userId} returning group_id`);
  return rows.map(({ groupId }) => groupId);
}
