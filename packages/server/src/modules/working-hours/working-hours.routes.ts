import {
  getAvailability,
  getOwnNotifications,
  setOwnNotifications,
} from '@chat/contract/notifications';
import {
  getOfficeWorkingHours,
  getWorkingHours,
  previewWorkingHours,
  setOfficeWorkingHours,
  setWorkingHours,
} from '@chat/contract/working-hours';
import type { Router } from '../../http/route.ts';
import type { WorkingHoursContext } from './context.ts';
import * as own from './own-notifications.actions.ts';
import * as hours from './working-hours.actions.ts';

export function registerWorkingHoursRoutes(router: Router, ctx: WorkingHoursContext): void {
  router.serve(getWorkingHours, () => hours.getWorkingHours(ctx));
  router.serve(setWorkingHours, ({ viewer, body }) => hours.setWorkingHours(ctx, viewer, body));
  router.serve(getOfficeWorkingHours, ({ params }) =>
    hours.getOfficeWorkingHours(ctx, params.officeId),
  );
  router.serve(setOfficeWorkingHours, ({ viewer, params, body }) =>
    hours.setOfficeWorkingHours(ctx, viewer, params.officeId, body),
  );
  router.serve(previewWorkingHours, ({ query }) => hours.previewWorkingHours(ctx, query));
  router.serve(getOwnNotifications, ({ viewer }) => own.getOwnNotifications(ctx, viewer));
  router.serve(setOwnNotifications, ({ viewer, body }) =>
    own.setOwnNotifications(ctx, viewer, body),
  );
  router.serve(getAvailability, ({ viewer, params }) =>
    own.getAvailability(ctx, viewer, params.chatId),
  );
}
