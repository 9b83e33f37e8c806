import { approveDevice, listDevices, rejectDevice } from '@chat/contract/devices';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/route.ts';
import * as actions from './devices.actions.ts';

export function registerDeviceRoutes(router: Router, ctx: Context): void {
  router.serve(listDevices, ({ query }) => actions.listDevices(ctx, query));
  router.serve(approveDevice, ({ viewer, params }) =>
    actions.approveDevice(ctx, viewer, params.deviceId),
  );
  router.serve(rejectDevice, ({ viewer, params }) =>
    actions.rejectDevice(ctx, viewer, params.deviceId),
  );
}
