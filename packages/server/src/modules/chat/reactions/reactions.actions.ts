import type { Reaction } from '@chat/contract/messages';
import * as routes from '@chat/contract/messages';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { type ChatAudience, roomsOf } from '../../../realtime/live-sockets.ts';
import type { Realtime } from '../../../realtime/publish.ts';
import { notFound } from '../../../shared/errors.ts';
import { accessReactable } from '../access/chat.access.ts';
import type { ChatContext } from '../context.ts';
import { findReaction, insertReaction, removeStoredReaction } from '../store/reactions.queries.ts';

// Devices of one user may disagree: the reaction stored last must be announced last.
const turnOf = (viewer: Viewer, messageUuid: string) => `reaction:${messageUuid}:${viewer.uuid}`;

/** Sets the viewer's one emoji on the message; the same one again changes and announces nothing (rules/reactions 3). */
async function reactToMessage(
  ctx: ChatContext,
  viewer: Viewer,
  messageUuid: string,
  emoji: string,
): Promise<Reaction> {
  await ctx.limits.enter(viewer.id);
  return ctx.runSerially(turnOf(viewer, messageUuid), async () => {
    const message = await accessReactable(ctx.db, viewer, messageUuid);
    const changed = await insertReaction(ctx.db, message.id, viewer.id, emoji);
    if (changed) announceReaction(ctx.realtime, message, viewer, emoji, changed.reactedAt);
    const stored = changed ?? (await findReaction(ctx.db, message.id, viewer.id));
    if (!stored) throw notFound();
    return presentReaction(viewer, emoji, stored.reactedAt);
  });
}

/** Takes the viewer's emoji off the message; without one there is nothing to do or to tell. */
function removeReaction(ctx: ChatContext, viewer: Viewer, messageUuid: string): Promise<null> {
  return ctx.runSerially(turnOf(viewer, messageUuid), async () => {
    const message = await accessReactable(ctx.db, viewer, messageUuid);
    const removed = await removeStoredReaction(ctx.db, message.id, viewer.id);
    if (removed) announceReaction(ctx.realtime, message, viewer, null, removed.removedAt);
    return null;
  });
}

/** To every socket of every member and to watchers; `emoji` null: taken back. Call only after the commit. */
function announceReaction(
  realtime: Realtime,
  message: { uuid: string; chat: ChatAudience },
  sender: Viewer,
  emoji: string | null,
  reactedAt: Date,
): void {
  realtime.publish(roomsOf(message.chat), 'message:reacted', {
    chatId: message.chat.uuid,
    messageId: message.uuid,
    emoji,
    senderId: sender.uuid,
    senderEmail: sender.email,
    reactedAt: reactedAt.toISOString(),
  });
}

function presentReaction(user: Viewer, emoji: string, reactedAt: Date): Reaction {
  return {
    userUuid: user.uuid,
    userEmail: user.email,
    emoji,
    reactedAt: reactedAt.toISOString(),
  };
}

export function registerReactionRoutes(router: Router, ctx: ChatContext): void {
  router.serve(routes.reactToMessage, ({ viewer, params, body }) =>
    reactToMessage(ctx, viewer, params.messageId, body.emoji),
  );
  router.serve(routes.removeReaction, ({ viewer, params }) =>
    removeReaction(ctx, viewer, params.messageId),
  );
}
