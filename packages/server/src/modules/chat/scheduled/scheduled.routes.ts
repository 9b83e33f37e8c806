import * as contract from '@chat/contract/scheduled';
import type { Router } from '../../../http/route.ts';
import type { ChatContext } from '../context.ts';
import * as scheduled from './scheduled.actions.ts';

export function registerScheduledRoutes(router: Router, ctx: ChatContext): void {
  router.serve(contract.scheduleMessage, ({ viewer, params, body }) =>
    scheduled.scheduleMessage(ctx, viewer, params.chatId, body),
  );
  router.serve(contract.listScheduled, ({ viewer }) => scheduled.listScheduled(ctx, viewer));
  router.serve(contract.getScheduled, ({ viewer, params }) =>
    scheduled.getScheduled(ctx, viewer, params.scheduledId),
  );
  router.serve(contract.deleteScheduled, ({ viewer, params }) =>
    scheduled.deleteScheduled(ctx, viewer, params.scheduledId),
  );
}
