import { getFile } from '@chat/contract/files/files.routes';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/route.ts';
import * as actions from './files.actions.ts';

export function registerFileRoutes(router: Router, ctx: Context): void {
  router.serveFile(getFile, ({ viewer, params, query }) =>
    actions.getFile(ctx, viewer, params.fileId, query.size),
  );
}
