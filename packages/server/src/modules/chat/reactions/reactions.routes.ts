import { reactToMessage, removeReaction } from '@chat/contract/reactions';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../context.ts';
import * as actions from './reactions.actions.ts';

export function registerReactionRoutes(router: Router, ctx: ChatContext): void {
  router.serve(reactToMessage, ({ viewer, params, body }) =>
    actions.reactToMessage(ctx, viewer, params.messageId, body.emoji),
  );
  router.serve(removeReaction, ({ viewer, params }) =>
    actions.removeReaction(ctx, viewer, params.messageId),
  );
}
