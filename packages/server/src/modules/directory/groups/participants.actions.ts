import type { Participant } from '@chat/contract/groups';
import type { Page } from '@chat/contract/route';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden, notFound } from '../../../shared/errors.ts';
import { recordForUsers } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import {
  followGroupChats,
  leaveGroupChats,
  unfollowGroupChats,
} from '../../chat/members/chat-membership.actions.ts';
import type { WorkingHoursContext } from '../../working-hours/context.ts';
import { followHours } from '../../working-hours/working-hours.actions.ts';
import { announceGroups } from '../audiences/audiences.actions.ts';
import { accessNamedUsers } from '../users/users.access.ts';
import { accessGroup, accessManagedGroup, groupsTexts } from './groups.access.ts';
import { joinGroups, presentParticipant } from './groups.actions.ts';
import { findGroupsToJoin } from './groups.queries.ts';
import { findParticipant, findParticipants, removeParticipant } from './participants.queries.ts';

export async function listGroupParticipants(
  ctx: ChatContext,
  viewer: Viewer,
  groupUuid: string,
  query: Partial<Page>,
): Promise<Answer<Participant[]>> {
  const group = await accessGroup(ctx.db, viewer, groupUuid);
  const { rows, page } = await findParticipants(ctx.db, group.id, pageFrom(query));
  // Nobody takes part, or the group has been deleted since it was asked about.
  if (rows.length === 0) await accessGroup(ctx.db, viewer, groupUuid);
  return answerList(rows.map(presentParticipant), page);
}

export async function addGroupParticipants(
  ctx: WorkingHoursContext,
  viewer: Viewer,
  groupUuid: string,
  userUuids: string[],
): Promise<Participant[]> {
  const { id, officeUuid } = await accessManagedGroup(ctx.db, viewer, groupUuid);
  if (!viewer.isAdmin && userUuids.includes(viewer.uuid)) {
    throw forbidden(groupsTexts.cannotAddYourself);
  }
  const joined = await ctx.db.transaction(async (tx) => {
    const users = await accessNamedUsers(tx, userUuids, 'userIds');
    const living = await findGroupsToJoin(tx, [groupUuid]);
    if (living.length === 0) throw notFound();
    const joined = await joinGroups(tx, [id], users);
    await recordForUsers(tx, viewer, 'PARTICIPANT_ADDED', [id], joined);
    return joined;
  });
  await followGroupChats(ctx, [id], joined);
  if (joined.length > 0) await announceGroups(ctx, [id], joined);
  if (officeUuid) await followHours(ctx, joined);
  const { rows } = await findParticipants(ctx.db, id);
  return rows.map(presentParticipant);
}

/** Ends the user's access to the group's chats at once; their messages stay (rules/groups 16). */
export async function removeGroupParticipant(
  ctx: WorkingHoursContext,
  viewer: Viewer,
  groupUuid: string,
  userUuid: string,
): Promise<null> {
  const group = await accessManagedGroup(ctx.db, viewer, groupUuid);
  const user = await findParticipant(ctx.db, group.id, userUuid);
  if (!user) throw notFound();
  await ctx.db.transaction(async (tx) => {
    const removed = await removeParticipant(tx, group.id, user.id);
    if (removed === 0) throw notFound();
    await leaveGroupChats(tx, [group.id], [user.id]);
    await recordForUsers(tx, viewer, 'PARTICIPANT_REMOVED', [group.id], [user.uuid]);
  });
  await unfollowGroupChats(ctx, [group.id], [user.uuid]);
  await announceGroups(ctx, [group.id], [user.uuid]);
  if (group.officeUuid) await followHours(ctx, [user.uuid]);
  return null;
}
