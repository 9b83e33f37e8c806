import * as routes from '@chat/contract/chats';
import type { ContentOf } from '@chat/contract/route';
import type { Db } from '../../../db/database.ts';
import { logUnlessTransient } from '../../../db/faults.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import type { Job } from '../../../jobs/worker.ts';
import { recordAct, recordOverReasons } from '../../audit/audit.actions.ts';
import { accessChatUnread, accessSupervisable } from '../access/chat.access.ts';
import { refuseSupervision } from '../access/supervision.access.ts';
import type { ChatContext } from '../context.ts';
import {
  removeExpiredSupervisions,
  removeSupervision,
  removeSupervisionsOf,
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

export function registerSupervisionRoutes(router: Router, ctx: ChatContext): void {
  router.serve(routes.openSupervision, ({ viewer, params, body }) =>
    openSupervision(ctx, viewer, params.chatId, body.reason),
  );
  router.serve(routes.closeSupervision, ({ viewer, params }) =>
    closeSupervision(ctx, viewer, params.chatId),
  );
}
