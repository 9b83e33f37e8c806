import { registerSignal, typingSignal, visibilitySignal } from '@chat/contract/events';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { restricted, type Viewer } from '../../http/viewer.ts';
import type { SharedRedis } from '../../realtime/cluster/open-redis.ts';
import {
  administratorsRoom,
  chatRoom,
  type LiveSocket,
  userRoom,
  userRoomsOf,
} from '../../realtime/live-sockets.ts';
import type { Signals } from '../../realtime/signals.ts';
import { forbidden } from '../../shared/errors.ts';
import { accessOwnChat } from '../chat/access/chat.access.ts';
import { receivesHistory } from '../chat/access/supervision.access.ts';
import type { ChatContext } from '../chat/context.ts';
import { chatRoomsOf } from '../chat/members/chat-membership.actions.ts';
import { markAllDelivered } from '../chat/receipts/receipts.actions.ts';
import { endWatches } from '../chat/supervision/supervision.actions.ts';
import type { VisiblePages } from './context.ts';
import { eraseConnections } from './presence.queries.ts';
import type { Presence } from './presence.ts';

export interface PresenceContext extends ChatContext {
  presence: Presence;
  visiblePages: VisiblePages;
}

/** The session may have become restricted since the call was let in. */
function assertUnrestricted({ data: { required } }: LiveSocket): void {
  if (required) throw restricted(required);
}

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
    assertUnrestricted(socket);
    const { history } = socket.data;
    for (const [room, joinedSeq] of rooms) history?.joined.set(room, joinedSeq);
    await socket.join([...rooms.keys()]);
    await ctx.realtime.subscribeRooms(socket.rooms);
    if (ctx.realtime.moves(viewer.uuid) === before) return;
  }
}

/** The right may be taken at any time: while it is being read anew nothing of before is heard. */
function historyOf({ sessions }: PresenceContext, { data }: LiveSocket) {
  const find = sessions.finderOf(data.token);
  const isOpen = () => {
    const viewer = find();
    if (viewer instanceof Promise) viewer.catch(() => undefined);
    else return receivesHistory(viewer);
    return false;
  };
  return { joined: new Map<string, number>(), isOpen };
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
  const { id, uuid, sessionId } = viewer;
  const person = { id, uuid, sessionId };
  // Once: a session may become restricted before its socket has come in, and register again.
  if (!socket.data.whenRestricted) {
    socket.on('disconnect', () => ctx.presence.lost(person, socket.id));
  }
  socket.data.registeredAs = viewer.uuid;
  socket.data.required = undefined;
  socket.data.whenRestricted = () => {
    void ctx.visiblePages.say(socket, false);
    void endWatches(ctx, socket);
  };
  if (viewer.isAdmin) socket.data.history = historyOf(ctx, socket);
  await socket.join(
    viewer.isAdmin ? [userRoom(viewer.uuid), administratorsRoom] : userRoom(viewer.uuid),
  );
  await joinChatRooms(ctx, viewer, socket);
  if (!socket.connected) return;
  assertUnrestricted(socket);
  // Its page can be seen until it says otherwise.
  await Promise.all([ctx.presence.arrived(person, socket.id), ctx.visiblePages.say(socket, true)]);
  await markAllDelivered(ctx, viewer);
}

export const createTypingLimitOf = ({ redis, config }: PresenceContext): TypingLimit =>
  createTypingLimit(redis, config.timing.typingMs);

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

/** Whether it may be published that a user writes in a chat: once every 3 s, whichever processes their pages speak to. */
export type TypingLimit = (userId: number, chatId: number) => Promise<boolean>;

export function createTypingLimit(
  redis: Pick<SharedRedis, 'commands' | 'secrets'> | undefined,
  onceInMs: number,
): TypingLimit {
  const limited = new Set<string>();

  /** While Redis is away each process keeps to its own. */
  async function isFirstAnywhere(key: string): Promise<boolean> {
    if (!redis) return true;
    const name = `web-chat:typing:${redis.secrets.nameOf(`typing ${key}`)}`;
    const set = redis.commands.set(name, '', 'PX', onceInMs, 'NX');
    return set.then((answer) => answer === 'OK').catch(() => true);
  }

  return async (userId, chatId) => {
    const key = `${userId}:${chatId}`;
    if (limited.has(key)) return false;
    limited.add(key);
    const isFirst = await isFirstAnywhere(key);
    if (isFirst) setTimeout(() => limited.delete(key), onceInMs).unref();
    else limited.delete(key);
    return isFirst;
  };
}

/** Call in the transaction that erases the person (rules/erasure 1). */
export const forgetConnections = (tx: Db, userId: number): Promise<void> =>
  eraseConnections(tx, userId);

export function registerPresenceSignals(signals: Signals, ctx: PresenceContext): void {
  signals.onSerially('register', 'connected', registerSignal, ({ viewer, payload, socket }) =>
    register(ctx, viewer, socket, payload),
  );
  // A ping only counts as a use of the session.
  signals.on('ping_server', 'connected', z.unknown(), () => {});
  signals.onSerially('visibility', 'registered', visibilitySignal, ({ payload, socket }) =>
    ctx.visiblePages.say(socket, payload.visible),
  );
  const mayPublish = createTypingLimitOf(ctx);
  signals.onSerially('typing', 'registered', typingSignal, ({ viewer, payload }) =>
    sendTyping(ctx, mayPublish, viewer, payload.chatId),
  );
}
