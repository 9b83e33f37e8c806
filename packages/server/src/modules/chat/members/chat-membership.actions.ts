import type { Db } from '../../../db/database.ts';
import { logUnlessTransient } from '../../../db/faults.ts';
import { every, type Job } from '../../../jobs/worker.ts';
import { administratorsRoom, chatOfRoom, chatRoom } from '../../../realtime/live-sockets.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import type { ChatContext } from '../context.ts';
import { chatHash, findGroupChats, findGroupChatsOf, insertChat } from '../store/chats.queries.ts';
import { removeOriginalsOfGroup } from '../store/edit-message.queries.ts';
import { hideHeldOriginalsOfGroup, lockHoldsForRemoval } from '../store/holds.queries.ts';
import {
  findFormerMembers,
  findMembership,
  insertGroupMembers,
  insertNewMembers,
  updateAllMembersLeft,
  updateMembersLeft,
} from '../store/members.queries.ts';
import { removeAdvancesOfGroup } from '../store/receipt-history.queries.ts';

/** Every group has one group chat from the start. */
export async function createGroupChat(tx: Db, group: { id: number; uuid: string }): Promise<void> {
  await insertChat(tx, {
    uuid: newUuid(),
    kind: 'GROUP',
    hash: chatHash.group(group.uuid),
    groupId: group.id,
    lowUserId: null,
    highUserId: null,
  });
}

/** New participants see the group chat's history, as read (rules/groups 14). */
export async function joinGroupChats(tx: Db, groupIds: number[], userIds: number[]): Promise<void> {
  await insertGroupMembers(tx, groupIds, userIds);
}

/** People who were in no chat until now, each with groups of theirs. */
export async function joinGroupChatsAsNewcomers(
  tx: Db,
  pairs: { groupId: number; userId: number }[],
): Promise<void> {
  await insertNewMembers(tx, pairs);
}

export async function leaveGroupChats(
  tx: Db,
  groupIds: number[],
  userIds: number[],
): Promise<void> {
  await updateMembersLeft(tx, groupIds, userIds);
}

export async function closeGroupChats(tx: Db, groupId: number): Promise<void> {
  await updateAllMembersLeft(tx, groupId);
  await lockHoldsForRemoval(tx);
  await hideHeldOriginalsOfGroup(tx, groupId);
  await removeOriginalsOfGroup(tx, groupId);
  await removeAdvancesOfGroup(tx, groupId);
}

/**
 * Moves the users' live sockets into the rooms of the group chats of which they are members, and out of the others. The
 * membership is read within the turn: of a removal and a return at the same time, the later one must win here too.
 */
function moveSockets(ctx: ChatContext, groupIds: number[], userUuids: string[]): Promise<void> {
  return runSeriallyInGroups(ctx, groupIds, async () => {
    for (const membership of await findMembership(ctx.db, groupIds, userUuids)) {
      const { members, others, administrators } = membership;
      const room = chatRoom(membership.uuid);
      // Before they hear anything there.
      for (const { uuid, joinedSeq } of administrators) ctx.realtime.join([uuid], room, joinedSeq);
      ctx.realtime.join(members, room);
      ctx.realtime.leave(others, room);
    }
  });
}

/** Takes the turns of several groups in the order of their ids, so that no two works wait for each other. */
function runSeriallyInGroups(
  ctx: Pick<ChatContext, 'runSerially'>,
  groupIds: number[],
  work: () => Promise<void>,
): Promise<void> {
  const descending = [...new Set(groupIds)].sort((one, other) => other - one);
  const takingAll = descending.reduce(
    (inner, id) => () => ctx.runSerially(`room of group ${id}`, inner),
    work,
  );
  return takingAll();
}

/** Counts the receipts again after a change of members. */
export async function recountGroupChats(ctx: ChatContext, groupIds: number[]): Promise<void> {
  for (const { id } of await findGroupChats(ctx.db, groupIds)) ctx.receipts.recount(id);
}

/** Call after the commit that made them participants. */
export async function followGroupChats(
  ctx: ChatContext,
  groupIds: number[],
  userUuids: string[],
): Promise<void> {
  await moveSockets(ctx, groupIds, userUuids);
  await recountGroupChats(ctx, groupIds);
}

/** Call after the commit that ended a membership: messages no longer wait for that member. */
export async function unfollowGroupChats(
  ctx: ChatContext,
  groupIds: number[],
  userUuids: string[],
): Promise<void> {
  ctx.pushHints.left(groupIds);
  await moveSockets(ctx, groupIds, userUuids);
  await recountGroupChats(ctx, groupIds);
}

/** Call after the commit that blocked or unblocked the user: group messages do not wait for blocked members. */
export async function followStanding(
  { db, receipts, realtime }: Pick<ChatContext, 'db' | 'receipts' | 'realtime'>,
  user: { id: number; uuid: string; blocked: boolean },
): Promise<void> {
  const chats = await findGroupChatsOf(db, user.id);
  for (const { id } of chats) receipts.recount(id);
  const rooms = [administratorsRoom, ...chats.map(({ uuid }) => chatRoom(uuid))];
  realtime.publish(rooms, 'standing:changed', { userId: user.uuid, blocked: user.blocked });
}

/** The rooms a registered socket belongs in, besides its user's own, each with the number after which they joined. */
export async function chatRoomsOf(db: Db, userId: number): Promise<Map<string, number>> {
  const chats = await findGroupChatsOf(db, userId);
  return new Map(chats.map(({ uuid, joinedSeq }) => [chatRoom(uuid), joinedSeq]));
}

const FOLLOW_MS = 500;

async function leaveLostRooms({ db, realtime }: ChatContext): Promise<void> {
  const pairs = realtime.liveRooms().flatMap(({ userUuid, rooms }) =>
    [...rooms].flatMap((room) => {
      const chatUuid = chatOfRoom(room);
      return chatUuid ? [{ userUuid, chatUuid }] : [];
    }),
  );
  if (pairs.length === 0) return;
  for (const { userUuid, chatUuid } of await findFormerMembers(db, pairs))
    realtime.leave([userUuid], chatRoom(chatUuid));
}

/**
 * Asks the database while this process is cut off from others, so that removed members hear no chat for over a second.
 */
export function followMembersWhilePartitioned(ctx: ChatContext): Job {
  const leave = async () => {
    if (ctx.realtime.isPartitioned()) await leaveLostRooms(ctx);
  };
  return every(FOLLOW_MS, leave, logUnlessTransient(ctx.log, 'members were not followed'));
}
