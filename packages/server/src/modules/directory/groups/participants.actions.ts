import type { Participant } from '@chat/contract/groups';
import type { Page } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { forbidden, notFound } from '../../../shared/errors.ts';
import { recordForUsers } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import {
  followGroupChats,
  joinGroupChats,
  joinGroupChatsAsNewcomers,
  leaveGroupChats,
  unfollowGroupChats,
} from '../../chat/members/chat-membership.actions.ts';
import type { WorkingHoursContext } from '../../working-hours/context.ts';
import { followHours } from '../../working-hours/working-hours.actions.ts';
import { announceGroups } from '../audiences/audiences.actions.ts';
import { accessNamedUsers } from '../users/users.access.ts';
import {
  findParticipant,
  findParticipants,
  insertNewcomers,
  insertParticipants,
  type ParticipantRow,
  removeParticipant,
  removeParticipantEverywhere,
} from './group-people.queries.ts';
import {
  accessGroup,
  accessManagedGroup,
  accessNamedGroups,
  groupsTexts,
} from './groups.access.ts';
import { findGeneral, findGroupsToJoin } from './groups.queries.ts';

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

/**
 * Makes the users participants of the groups, which are held or new, and members of their chats; gives the uuids of who
 * was not in all of them yet.
 */
export async function joinGroups(
  tx: Db,
  groupIds: number[],
  users: { id: number; uuid: string }[],
): Promise<string[]> {
  if (groupIds.length === 0 || users.length === 0) return [];
  const userIds = users.map(({ id }) => id);
  const pairs = await insertParticipants(tx, groupIds, userIds);
  const joined = new Set(pairs.map(({ userId }) => userId));
  await joinGroupChats(tx, groupIds, [...joined]);
  return users.filter(({ id }) => joined.has(id)).map(({ uuid }) => uuid);
}

interface Newcomer {
  isAdmin: boolean;
  groups: { id: number; uuid: string }[];
}

/** Holds the groups of many new users at once, GENERAL among them unless all are administrators; gives the groups' ids. */
export async function holdFirstGroups(
  tx: Db,
  newcomers: Newcomer[],
  field: string,
): Promise<number[]> {
  const general = await findGeneral(tx);
  for (const { isAdmin, groups } of newcomers) {
    const isThere = groups.some(({ id }) => id === general?.id);
    if (general && !isAdmin && !isThere) groups.push(general);
  }
  const uuids = newcomers.flatMap(({ groups }) => groups.map(({ uuid }) => uuid));
  return (await accessNamedGroups(tx, uuids, field)).map(({ id }) => id);
}

/** People who were in no group until now, each with groups that are held. */
export async function joinAsNewcomers(
  tx: Db,
  pairs: { groupId: number; userId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await insertNewcomers(tx, pairs);
  await joinGroupChatsAsNewcomers(tx, pairs);
}

/** A new user joins the groups named for them, and GENERAL unless they are an administrator (rules/people 5). */
export async function joinFirstGroups(
  tx: Db,
  user: { id: number; uuid: string; isAdmin: boolean },
  groupUuids: string[],
): Promise<number[]> {
  const general = user.isAdmin ? undefined : await findGeneral(tx);
  const wanted = general ? [...groupUuids, general.uuid] : groupUuids;
  const groupIds = (await accessNamedGroups(tx, wanted, 'groupUuids')).map(({ id }) => id);
  await joinGroups(tx, groupIds, [user]);
  return groupIds;
}

/** Ends the user's part in every group; gives the groups' ids. */
export async function leaveAllGroups(tx: Db, userId: number): Promise<number[]> {
  const groupIds = await removeParticipantEverywhere(tx, userId);
  await leaveGroupChats(tx, groupIds, [userId]);
  return groupIds;
}

function presentParticipant({ uuid, email }: ParticipantRow): Participant {
  return { uuid, email };
}
