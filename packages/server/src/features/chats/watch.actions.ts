import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { LiveSocket } from '../../realtime/publish.ts';
import { watchRoom } from '../../realtime/rooms.ts';
import { recordReading } from '../audit/audit.actions.ts';
import { accessWatchedChat } from './chats.access.ts';

/** From now on the administrator's socket hears the chat live, without being its member. */
export async function watchChat(
  ctx: Context,
  viewer: Viewer,
  chatUuid: string,
  socket: LiveSocket,
): Promise<void> {
  const chat = await accessWatchedChat(ctx.db, viewer, chatUuid);
  await recordReading(ctx.db, viewer, chat);
  await socket.join(watchRoom(chat.uuid));
}

export async function unwatchChat(chatUuid: string, socket: LiveSocket): Promise<void> {
  await socket.leave(watchRoom(chatUuid));
}
