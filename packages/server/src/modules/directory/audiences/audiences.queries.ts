import { type Db, sql } from '../../../db/database.ts';

/** Receivers of a group's events besides administrators: its participants, through its chat, and its managers. */
export interface Audience {
  groupUuid: string;
  chatUuid: string;
  managerUuids: string[];
}

const selectAudiences = sql`
  select g.uuid as group_uuid, c.uuid as chat_uuid,
    array(
      select u.uuid from group_permissions m join users u on u.id = m.user_id
      where m.group_id = g.id
    ) as manager_uuids
  from groups g join chats c on c.group_id = g.id and c.kind = 'GROUP'`;

export function findAudiences(db: Db, groupIds: number[]): Promise<Audience[]> {
  return db.many(sql`${selectAudiences} where g.id = any(${groupIds}::bigint[])`);
}

export function findAudiencesOfOffice(db: Db, officeId: number): Promise<Audience[]> {
  return db.many(sql`${selectAudiences} where g.office_id = ${officeId}`);
}

export function findAudiencesOfProject(db: Db, projectId: number): Promise<Audience[]> {
  return db.many(sql`
    ${selectAudiences} join offices o on o.id = g.office_id where o.project_id = ${projectId}`);
}

/** Audiences of the groups in which the user has taken part. */
export function findAudiencesOfFormer(db: Db, userId: number): Promise<Audience[]> {
  return db.many(sql`
    ${selectAudiences} join chat_members m on m.chat_id = c.id
    where m.user_id = ${userId} and g.deleted_at is null`);
}

export function findAudiencesOfParticipant(db: Db, userId: number): Promise<Audience[]> {
  return db.many(sql`
    ${selectAudiences} join group_participants gp on gp.group_id = g.id
    where gp.user_id = ${userId}`);
}
