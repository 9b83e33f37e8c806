import type { Viewer } from '../../http/viewer.ts';
import type { LiveSocket } from '../../realtime/publish.ts';
import { administratorsRoom, chatRoom, userRoom, userRoomsOf } from '../../realtime/rooms.ts';
import { forbidden } from '../../shared/errors.ts';
import { accessOwnChat } from '../chat/access/chats.access.ts';
import { chatRoomsOf } from '../chat/members/chat-membership.actions.ts';
import { markAllDelivered } from '../chat/receipts/receipts.actions.ts';
import type { PresenceContext } from './context.ts';
import { createTypingLimit, type TypingLimit } from './typing-limit.ts';

/** Joins the rooms of the user's chats; begins again when their memberships moved meanwhile. */
async function joinChatRooms(
  ctx: PresenceContext,
  viewer: Viewer,
  socket: LiveSocket,
): Promise<void> {
  for (;;) {
    const before = ctx.realtime.moves(viewer.uuid);
    const rooms = await chatRoomsOf(ctx.db, viewer.id);
    if (ctx.realtime.moves(viewer.uuid) !== before) continue;
    await socket.join(rooms);
    await ctx.realtime.openRooms(socket.rooms);
    if (ctx.realtime.moves(viewer.uuid) === before) return;
  }
}

/** The first signal of a socket: from here on it gets what concerns its user (rules/realtime 3). */
export async function register(
  ctx: PresenceContext,
  viewer: Viewer,
  socket: LiveSocket,
  claim: { accessToken: string; userId: string },
): Promise<void> {
  if (claim.accessToken !== socket.data.token || claim.userId !== viewer.uuid) throw forbidden();
  if (socket.data.registeredAs) return;
  socket.data.registeredAs = viewer.uuid;
  await socket.join(
    viewer.isAdmin ? [userRoom(viewer.uuid), administratorsRoom] : userRoom(viewer.uuid),
  );
  await joinChatRooms(ctx, viewer, socket);
  if (!socket.connected) return;
  const { id, uuid, sessionId } = viewer;
  const person = { id, uuid, sessionId };
  socket.on('disconnect', () => ctx.presence.lost(person, socket.id));
  await ctx.presence.arrived(person, socket.id);
  await markAllDelivered(ctx, viewer);
}

export const createTypingLimitOf = ({ redis }: PresenceContext): TypingLimit =>
  createTypingLimit(redis);

/** Tells the chat's other members that the user is writing; where they cannot write there is nothing to tell. */
export async function sendTyping(
  ctx: PresenceContext,
  mayPublish: TypingLimit,
  viewer: Viewer,
  chatUuid: string,
): Promise<void> {
  const chat = await accessOwnChat(ctx.db, viewer, chatUuid);
  if (!chat.isActive || chat.kind === 'PERSONAL' || !(await mayPublish(viewer.id, chat.id))) return;
  const rooms = chat.kind === 'GROUP' ? chatRoom(chat.uuid) : userRoomsOf(chat);
  const payload = { chatId: chat.uuid, userId: viewer.uuid, email: viewer.email };
  ctx.realtime.publish(rooms, 'typing', payload, userRoom(viewer.uuid));
}
