import { approveDevice, listDevices, rejectDevice } from '@chat/contract/devices/devices.routes';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/route.ts';
import * as actions from './devices.actions.ts';

export function registerDeviceRoutes(router: Router, ctx: Context): void {
  router.serve(listDevices, ({ query }) => actions.listDevices(ctx, query));
  router.serve(approveDevice, ({ params }) => actions.approveDevice(ctx, params.deviceId));
  router.serve(rejectDevice, ({ params }) => actions.rejectDevice(ctx, params.deviceId));
}
