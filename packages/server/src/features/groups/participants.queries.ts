import type { Page } from '@chat/contract/shared/page';
import { type Db, sql } from '../../db/database.ts';
import { type Listed, listRows } from '../../db/page.ts';

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
    where gp.group_id = ${groupId}
    order by u.email, u.id`;
  return listRows(db, query, page);
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

/** The pairs that were not there yet. */
export function insertParticipants(
  db: Db,
  groupIds: number[],
  userIds: number[],
): Promise<{ groupId: number; userId: number }[]> {
  return db.many(sql`
    insert into group_participants (group_id, user_id)
    select group_id, user_id
    from unnest(${groupIds}::bigint[]) as group_id, unnest(${userIds}::bigint[]) as user_id
    order by group_id, user_id
    on conflict do nothing
    returning group_id, user_id`);
}

export function removeParticipant(db: Db, groupId: number, userId: number): Promise<number> {
  return db.run(sql`
    delete from group_participants where group_id = ${groupId} and user_id = ${userId}`);
}

/** uuids of the users who took part until now. */
export async function removeParticipantsOfGroup(db: Db, groupId: number): Promise<string[]> {
  const rows = await db.many<{ uuid: string }>(sql`
    with removed as (delete from group_participants where group_id = ${groupId} returning user_id)
    select u.uuid from removed join users u on u.id = removed.user_id`);
  return rows.map(({ uuid }) => uuid);
}

/** ids of the groups the user took part in until now. */
export async function removeParticipantEverywhere(db: Db, userId: number): Promise<number[]> {
  const rows = await db.many<{ groupId: number }>(sql`
    delete from group_participants where user_id = ${userId} returning group_id`);
  return rows.map(({ groupId }) => groupId);
}
