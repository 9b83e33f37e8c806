import * as routes from '@chat/contract/chats';
import { watchSignal } from '@chat/contract/events';
import type { ContentOf } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { logUnlessTransient } from '../../../db/faults.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { every, type Job } from '../../../jobs/worker.ts';
import type { LiveSocket } from '../../../realtime/live-sockets.ts';
import { watchRoom } from '../../../realtime/live-sockets.ts';
import type { Signals } from '../../../realtime/signals.ts';
import {
  recordAct,
  recordLostWatches,
  recordOverReasons,
  recordWatch,
} from '../../audit/audit.actions.ts';
import { accessChatUnread, accessSupervisable, accessWatchedChat } from '../access/chat.access.ts';
import { refuseSupervision } from '../access/supervision.access.ts';
import type { ChatContext } from '../context.ts';
import { type ChatRow, findChat } from '../store/chats.queries.ts';
import {
  findStillWatchable,
  insertWatch,
  removeExpiredSupervisions,
  removeLostWatches,
  removeSupervision,
  removeSupervisionsOf,
  removeWatch,
  upsertSupervision,
} from '../store/supervisions.queries.ts';

/** From now on the administrator reads the chat, for a while; a new reason begins a new while (rules/supervision 7). */
async function openSupervision(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  reason: string,
): Promise<ContentOf<typeof routes.openSupervision>> {
  // A chat of a deleted group is there for its export alone, which asks for no reason with `on` (rules/supervision 7).
  if (viewer.supervision === 'on') await accessChatUnread(ctx.db, viewer, chatUuid);
  const chat = await accessSupervisable(ctx.db, viewer, chatUuid);
  const row = await ctx.db.transaction(async (tx) => {
    await recordOverReasons(tx, await removeExpiredSupervisions(tx));
    const opened = (await upsertSupervision(tx, chat.id, viewer.id, reason)) ?? refuseSupervision();
    await recordAct(tx, viewer, 'SUPERVISION_OPENED', { chatId: chat.id, detail: reason });
    return opened;
  });
  const [startedAt, expiresAt] = [row.startedAt.toISOString(), row.expiresAt.toISOString()];
  return { chatId: chat.uuid, reason, startedAt, expiresAt };
}

async function closeSupervision(ctx: ChatContext, viewer: Viewer, chatUuid: string): Promise<null> {
  const chat = await accessSupervisable(ctx.db, viewer, chatUuid);
  await ctx.db.transaction(async (tx) => {
    const closed = await removeSupervision(tx, chat.id, viewer.id);
    if (!closed) return;
    const concerned = { chatId: chat.id, detail: closed.reason };
    await recordAct(tx, viewer, 'SUPERVISION_CLOSED', concerned);
  });
  return null;
}

/** A right that is given back begins without reasons. */
export async function endSupervisionsOf(tx: Db, userId: number): Promise<void> {
  await recordOverReasons(tx, await removeSupervisionsOf(tx, userId));
}

/** Records which reasons have run out, soon after that or at the next start (rules/supervision 8). */
export const closeOverReasons = ({ db, heartbeat, log }: ChatContext): Job =>
  heartbeat.every(
    0,
    ({ hasOverReasons }) => hasOverReasons,
    () => db.transaction(async (tx) => recordOverReasons(tx, await removeExpiredSupervisions(tx))),
    logUnlessTransient(log, 'reasons were not closed'),
  );

/**
 * From now on the administrator's socket hears the chat live, without being its member. The watch is known before
 * anything is asked, so that whatever ends it meanwhile finds it: then it does not begin, or hears nothing.
 */
async function watchChat(
  ctx: ChatContext,
  viewer: Viewer,
  chatUuid: string,
  socket: LiveSocket,
): Promise<void> {
  const { watches } = socket.data;
  if (watches.has(chatUuid)) {
    await accessWatchedChat(ctx.db, viewer, chatUuid);
    return;
  }
  let end = async () => {};
  const watch = () => end();
  const isWanted = () => watches.get(chatUuid) === watch;
  watches.set(chatUuid, watch);
  try {
    const chat = await accessWatchedChat(ctx.db, viewer, chatUuid);
    if (!isWanted()) return;
    const { id: chatId, isMember } = chat;
    const running = { actorId: viewer.id, chatId, chatUuid, isMember, socket };
    const beginning = recordBeginning(ctx, viewer, chat);
    ctx.watches.add(running);
    end = async () => {
      ctx.watches.delete(running);
      await recordEnd(ctx, viewer, chat, await beginning);
    };
    await beginning.catch((error) => {
      ctx.watches.delete(running);
      throw error;
    });
  } catch (error) {
    if (isWanted()) watches.delete(chatUuid);
    throw error;
  }
  if (!isWanted()) return;
  const room = watchRoom(chatUuid);
  await socket.join(room);
  await ctx.realtime.subscribeRooms([room]);
}

/** Returns the id of the watch; undefined for a member, whose own reading is not recorded. */
async function recordBeginning(
  ctx: ChatContext,
  viewer: Viewer,
  chat: ChatRow,
): Promise<number | undefined> {
  if (chat.isMember) return undefined;
  return ctx.db.transaction(async (tx) => {
    await recordWatch(tx, viewer, 'WATCH_STARTED', chat);
    return insertWatch(tx, ctx.processId, {
      actorId: viewer.id,
      chatId: chat.id,
      address: viewer.address,
    });
  });
}

async function recordEnd(
  ctx: ChatContext,
  viewer: Viewer,
  chat: ChatRow,
  watchId: number | undefined,
): Promise<void> {
  if (watchId === undefined) return;
  const now = (await findChat(ctx.db, chat.uuid, viewer)) ?? chat;
  await ctx.db.transaction(async (tx) => {
    if (!(await removeWatch(tx, watchId))) return;
    await recordWatch(tx, viewer, 'WATCH_ENDED', { ...now, isMember: false });
  });
}

async function unwatchChat(chatUuid: string, socket: LiveSocket): Promise<void> {
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

const FOLLOW_MS = 400;

/** Ends the watches of this process whose user may not read there any more (rules/supervision 9). */
async function endForbidden(ctx: ChatContext): Promise<void> {
  const running = [...ctx.watches];
  if (running.length === 0) return;
  const needsReason = ctx.config.supervision !== 'on';
  const areAllowed = await findStillWatchable(ctx.db, running, needsReason);
  // A watch that ended during the query is left alone: the same socket may have begun it anew.
  const ended = running.filter((one, index) => !areAllowed[index] && ctx.watches.has(one));
  await Promise.all(
    ended.map(async ({ chatUuid, socket }) => {
      socket.emit('supervision:ended', { chatId: chatUuid });
      await unwatchChat(chatUuid, socket);
    }),
  );
}

export const endForbiddenWatches = (ctx: ChatContext): Job =>
  every(FOLLOW_MS, () => endForbidden(ctx), logUnlessTransient(ctx.log, 'watches were not ended'));

const LOST_MS = 30_000;

/** Records from time to time the end of watches whose process was killed. */
export const endLostWatches = (ctx: ChatContext): Job =>
  ctx.heartbeat.every(
    LOST_MS,
    ({ hasLostWatches }) => hasLostWatches,
    () => ctx.db.transaction(async (tx) => recordLostWatches(tx, await removeLostWatches(tx))),
    logUnlessTransient(ctx.log, 'the ends of lost watches were not recorded'),
  );

export function registerSupervisionRoutes(router: Router, ctx: ChatContext): void {
  router.serve(routes.openSupervision, ({ viewer, params, body }) =>
    openSupervision(ctx, viewer, params.chatId, body.reason),
  );
  router.serve(routes.closeSupervision, ({ viewer, params }) =>
    closeSupervision(ctx, viewer, params.chatId),
  );
}

export function registerWatchSignals(signals: Signals, ctx: ChatContext): void {
  signals.onSerially('watch', 'admin', watchSignal, ({ viewer, payload, socket }) =>
    watchChat(ctx, viewer, payload.chatId, socket),
  );
  signals.onGone((socket) => endWatches(ctx, socket));
  // In the turns of `watch`, so that it ends one that was emitted before it.
  signals.onSerially(
    'unwatch',
    'admin',
    watchSignal,
    ({ payload, socket }) => unwatchChat(payload.chatId, socket),
    'watch',
  );
}
