import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { chatRoom } from '../../realtime/rooms.ts';
import { chatHash } from './chat-hash.ts';
import { countUnreadByGroup } from './chat-list.queries.ts';
import { findGroupChats, findGroupChatsOf, insertChat } from './chats.queries.ts';
import { insertGroupMembers, updateAllMembersLeft, updateMembersLeft } from './members.queries.ts';

/** Every group has one group chat from the start. */
export async function createGroupChat(tx: Db, group: { id: number; uuid: string }): Promise<void> {
  await insertChat(tx, {
    uuid: uuidv7(),
    kind: 'GROUP',
    hash: chatHash.group(group.uuid),
    groupId: group.id,
    lowUserId: null,
    highUserId: null,
  });
}

/** New participants see the group chat's history, as read (contract §2). */
export async function joinGroupChats(tx: Db, groupIds: number[], userIds: number[]): Promise<void> {
  await insertGroupMembers(tx, groupIds, userIds);
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
}

/** After the commit that made them participants: their live sockets hear the group chats. */
export async function followGroupChats(
  ctx: Context,
  groupIds: number[],
  userUuids: string[],
): Promise<void> {
  const chats = await findGroupChats(ctx.db, groupIds);
  for (const chat of chats) ctx.realtime.join(userUuids, chatRoom(chat.uuid));
}

/** After the commit that ended their part: their live sockets hear it no more, and who was waited for is waited for no more. */
export async function unfollowGroupChats(
  ctx: Context,
  groupIds: number[],
  userUuids: string[],
): Promise<void> {
  const chats = await findGroupChats(ctx.db, groupIds);
  for (const chat of chats) {
    ctx.realtime.leave(userUuids, chatRoom(chat.uuid));
    ctx.receipts.recount(chat.id);
  }
}

/** What is unread in each of the user's groups, by the group's internal id. */
export async function unreadByGroup(db: Db, userId: number): Promise<Map<number, number>> {
  const rows = await countUnreadByGroup(db, userId);
  return new Map(rows.map(({ groupId, unreadCount }) => [groupId, unreadCount]));
}

/** The rooms a registered socket belongs in, besides its user's own. */
export async function chatRoomsOf(db: Db, userId: number): Promise<string[]> {
  const chats = await findGroupChatsOf(db, userId);
  return chats.map(chatRoom);
}
