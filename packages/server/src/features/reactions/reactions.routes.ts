import { reactToMessage, removeReaction } from '@chat/contract/reactions/reactions.routes';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/route.ts';
import * as actions from './reactions.actions.ts';

export function registerReactionRoutes(router: Router, ctx: Context): void {
  router.serve(reactToMessage, ({ viewer, params, body }) =>
    actions.reactToMessage(ctx, viewer, params.messageId, body.emoji),
  );
  router.serve(removeReaction, ({ viewer, params }) =>
    actions.removeReaction(ctx, viewer, params.messageId),
  );
}
