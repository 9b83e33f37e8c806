import { getFile } from '@chat/contract/files';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../context.ts';
import * as actions from './files.actions.ts';

export function registerFileRoutes(router: Router, ctx: ChatContext): void {
  router.serveFile(getFile, ({ viewer, params, query }) =>
    actions.getFile(ctx, viewer, params.fileId, query.size),
  );
}
