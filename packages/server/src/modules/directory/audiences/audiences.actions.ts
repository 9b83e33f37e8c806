import { administratorsRoom, chatRoom, userRoom } from '../../../realtime/live-sockets.ts';
import type { ChatContext } from '../../chat/context.ts';
import {
  type Audience,
  findAudiences,
  findAudiencesOfFormer,
  findAudiencesOfOffice,
  findAudiencesOfParticipant,
  findAudiencesOfProject,
} from './audiences.queries.ts';

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
