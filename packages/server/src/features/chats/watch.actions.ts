import type { Context } from '../../context.ts';
import { logUnlessAway } from '../../db/outage.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { LiveSocket } from '../../realtime/publish.ts';
import { watchRoom } from '../../realtime/rooms.ts';
import { recordWatch } from '../audit/audit.actions.ts';
import { accessWatchedChat } from './chats.access.ts';
import { type ChatRow, findChat } from './chats.queries.ts';

async function recordEnd(ctx: Context, viewer: Viewer, chat: ChatRow): Promise<void> {
  const now = await findChat(ctx.db, chat.uuid, viewer.id);
  await recordWatch(ctx.db, viewer, 'WATCH_ENDED', now ?? chat);
}

/** From now on the administrator's socket hears the chat live, without being its member. */
export async function watchChat(
  ctx: Context,
  viewer: Viewer,
  chatUuid: string,
  socket: LiveSocket,
): Promise<void> {
  const { watches } = socket.data;
  const chat = await accessWatchedChat(ctx.db, viewer, chatUuid);
  if (watches.has(chat.uuid)) return;
  watches.set(chat.uuid, () => recordEnd(ctx, viewer, chat));
  try {
    await recordWatch(ctx.db, viewer, 'WATCH_STARTED', chat);
  } catch (error) {
    watches.delete(chat.uuid);
    throw error;
  }
  await socket.join(watchRoom(chat.uuid));
}

export async function unwatchChat(chatUuid: string, socket: LiveSocket): Promise<void> {
  await socket.leave(watchRoom(chatUuid));
  const end = socket.data.watches.get(chatUuid);
  socket.data.watches.delete(chatUuid);
  await end?.();
}

/** A socket that is gone watches nothing any more. */
export async function endWatches(ctx: Context, socket: LiveSocket): Promise<void> {
  const ends = [...socket.data.watches.values()];
  socket.data.watches.clear();
  await Promise.all(ends.map((end) => end())).catch(
    logUnlessAway(ctx.log, 'the end of a watch was not recorded'),
  );
}
