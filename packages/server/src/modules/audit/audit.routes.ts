import { listAuditEvents } from '@chat/contract/audit';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/route.ts';
import * as actions from './audit.actions.ts';

export function registerAuditRoutes(router: Router, ctx: Context): void {
  router.serve(listAuditEvents, ({ query }) => actions.listAuditEvents(ctx, query));
}
