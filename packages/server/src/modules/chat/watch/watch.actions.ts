import { logUnlessTransient } from '../../../db/faults.ts';
import type { Viewer } from '../../../http/viewer.ts';
import type { LiveSocket } from '../../../realtime/live-sockets.ts';
import { watchRoom } from '../../../realtime/rooms.ts';
import { nowAndEvery, type Repeated } from '../../../shared/every.ts';
import { recordLostWatches, recordWatch } from '../../audit/audit.actions.ts';
import { accessWatchedChat } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import { type ChatRow, findChat } from '../store/chats.queries.ts';
import { insertWatch, removeLostWatches, removeWatch } from '../store/watch.queries.ts';

const LOST_MS = 30_000;

/** Gives the id of the watch; undefined for a member, whose own reading is not recorded. */
async function recordBeginning(
  ctx: ChatContext,
  viewer: Viewer,
  chat: ChatRow,
): Promise<number | undefined> {
  if (chat.isMember) return undefined;
  return ctx.db.transaction(async (tx) => {
    await recordWatch(tx, viewer, 'WATCH_STARTED', chat);
    return insertWatch(tx, ctx.processId, { actorId: viewer.id, chatId: chat.id });
  });
}

async function recordEnd(
  ctx: ChatContext,
  viewer: Viewer,
  chat: ChatRow,
  watchId: number | undefined,
): Promise<void> {
  if (watchId === undefined) return;
  const now = (await findChat(ctx.db, chat.uuid, viewer.id)) ?? chat;
  await ctx.db.transaction(async (tx) => {
    if (!(await removeWatch(tx, watchId))) return;
    await recordWatch(tx, viewer, 'WATCH_ENDED', { ...now, isMember: false });
  });
}

/** From now on the administrator's socket hears the chat live, without being its member. */
export async function watchChat(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  socket: LiveSocket,
): Promise<void> {
  const { watches } = socket.data;
  const chat = await accessWatchedChat(ctx.db, viewer, chatUuid);
  if (watches.has(chat.uuid)) return;
  const beginning = recordBeginning(ctx, viewer, chat);
  watches.set(chat.uuid, async () => recordEnd(ctx, viewer, chat, await beginning));
  try {
    await beginning;
  } catch (error) {
    watches.delete(chat.uuid);
    throw error;
  }
  const room = watchRoom(chat.uuid);
  await socket.join(room);
  await ctx.realtime.subscribeRooms([room]);
}

export async function unwatchChat(chatUuid: string, socket: LiveSocket): Promise<void> {
  await socket.leave(watchRoom(chatUuid));
  const end = socket.data.watches.get(chatUuid);
  socket.data.watches.delete(chatUuid);
  await end?.();
}

/** A socket that is gone watches nothing any more. */
export async function endWatches(ctx: ChatContext, socket: LiveSocket): Promise<void> {
  const ends = [...socket.data.watches.values()];
  socket.data.watches.clear();
  await Promise.all(ends.map((end) => end())).catch(
    logUnlessTransient(ctx.log, 'the end of a watch was not recorded'),
  );
}

/** Records from time to time the end of watches whose process was killed. */
export const endLostWatches = (ctx: ChatContext): Repeated =>
  nowAndEvery(
    LOST_MS,
    () => ctx.db.transaction(async (tx) => recordLostWatches(tx, await removeLostWatches(tx))),
    logUnlessTransient(ctx.log, 'the ends of lost watches were not recorded'),
  );
