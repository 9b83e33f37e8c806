import type { Db } from '../../../db/database.ts';
import { joinGroupChats, leaveGroupChats } from '../../chat/members/chat-membership.actions.ts';
import { accessNamedGroups } from './groups.access.ts';
import { findGeneral } from './groups.queries.ts';
import { insertParticipants, removeParticipantEverywhere } from './participants.queries.ts';

/** Makes the users participants of the groups, which are held or new, and members of their chats; gives the uuids of who was not in all of them yet. */
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
