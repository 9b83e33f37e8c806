import type { Context } from '../../context.ts';
import { administratorsRoom } from '../../realtime/rooms.ts';
import { presentDevice } from './devices.present.ts';
import { findDeviceByUuid } from './devices.queries.ts';

/** Tells administrators that a device waits; call after the commit that recorded it. */
export async function announceDevicePending(ctx: Context, deviceUuid: string): Promise<void> {
  const device = await findDeviceByUuid(ctx.db, deviceUuid);
  if (device) ctx.realtime.publish(administratorsRoom, 'device:pending', presentDevice(device));
}
