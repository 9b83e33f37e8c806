import { type Db, sql } from '../../../db/database.ts';
import { administratorsRoom, chatRoom, userRoom } from '../../../realtime/live-sockets.ts';
import type { ChatContext } from '../../chat/context.ts';

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

function findAudiencesOfOffice(db: Db, officeId: number): Promise<Audience[]> {
  return db.many(sql`${selectAudiences} where g.office_id = ${officeId}`);
}

function findAudiencesOfProject(db: Db, projectId: number): Promise<Audience[]> {
  return db.many(sql`
    ${selectAudiences} join offices o on o.id = g.office_id where o.project_id = ${projectId}`);
}

/** Audiences of the groups in which the user has taken part. */
function findAudiencesOfFormer(db: Db, userId: number): Promise<Audience[]> {
  return db.many(sql`
    ${selectAudiences} join chat_members m on m.chat_id = c.id
    where m.user_id = ${userId} and g.deleted_at is null`);
}

function findAudiencesOfParticipant(db: Db, userId: number): Promise<Audience[]> {
  return db.many(sql`
    ${selectAudiences} join group_participants gp on gp.group_id = g.id
    where gp.user_id = ${userId}`);
}

function announceEach(ctx: ChatContext, audiences: Audience[], alsoTo: string[] = []): void {
  for (const audience of audiences) announceGroupChanged(ctx, audience, alsoTo);
}

/** Call after the commit; `alsoTo` are the uuids of users who joined, left, or manage no more. */
export async function announceGroups(
  ctx: ChatContext,
  groupIds: number[],
  alsoTo: string[] = [],
): Promise<void> {
  if (groupIds.length === 0) return;
  announceEach(ctx, await findAudiences(ctx.db, groupIds), alsoTo);
}

/** The labels 'group / office / project' of its groups changed. */
export async function announceGroupsOfOffice(ctx: ChatContext, officeId: number): Promise<void> {
  announceEach(ctx, await findAudiencesOfOffice(ctx.db, officeId));
}

/** The labels 'group / office / project' of its offices' groups changed. */
export async function announceGroupsOfProject(ctx: ChatContext, projectId: number): Promise<void> {
  announceEach(ctx, await findAudiencesOfProject(ctx.db, projectId));
}

/** Announces the user's groups, whose lists show the user. */
export async function announceGroupsOfParticipant(ctx: ChatContext, userId: number): Promise<void> {
  announceEach(ctx, await findAudiencesOfParticipant(ctx.db, userId));
}

/** Announces the groups in which the user has written, and was mentioned. */
export async function announceGroupsOfFormer(ctx: ChatContext, userId: number): Promise<void> {
  announceEach(ctx, await findAudiencesOfFormer(ctx.db, userId));
}

/** To participants, managers and administrators, and to `alsoTo`, who have just joined or left (rules/groups 18). */
export function announceGroupChanged(
  ctx: ChatContext,
  audience: Audience,
  alsoTo: string[] = [],
): void {
  const { groupUuid, chatUuid, managerUuids } = audience;
  const rooms = [
    chatRoom(chatUuid),
    administratorsRoom,
    ...[...managerUuids, ...alsoTo].map(userRoom),
  ];
  ctx.realtime.publish(rooms, 'group:changed', { groupId: groupUuid });
}
