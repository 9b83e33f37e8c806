import { listOriginals } from '@chat/contract/messages.routes';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../context.ts';
import * as originals from './originals.actions.ts';

export function registerOriginalRoutes(router: Router, ctx: ChatContext): void {
  router.serve(listOriginals, ({ viewer, params, query }) =>
    originals.listOriginals(ctx, viewer, params.messageId, query),
  );
}
