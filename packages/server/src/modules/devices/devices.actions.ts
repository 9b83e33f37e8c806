import type { PendingDevice } from '@chat/contract/devices';
import * as routes from '@chat/contract/devices';
import type { Page } from '@chat/contract/route';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { pageFrom } from '../../db/page.ts';
import { plainAddress } from '../../http/addresses.ts';
import { type Answer, answerList } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { administratorsRoom } from '../../realtime/rooms.ts';
import { notFound } from '../../shared/errors.ts';
import { type Actor, recordAct } from '../audit/audit.actions.ts';
import {
  type DeviceRow,
  eraseDevices,
  findDeviceByUuid,
  findDevices,
  removeDevice,
  removeDevicesOfUser,
  updateDeviceApproved,
  updateDeviceWaiting,
  updateResetSeen,
} from './devices.queries.ts';

export async function listDevices(
  ctx: Pick<Context, 'db'>,
  query: Partial<Page> & { search?: string | undefined },
): Promise<Answer<PendingDevice[]>> {
  const { rows, page } = await findDevices(ctx.db, query.search, pageFrom(query));
  return answerList(rows.map(presentDevice), page);
}

export async function approveDevice(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  deviceUuid: string,
): Promise<PendingDevice> {
  const { id, userUuid } = await accessDevice(ctx.db, deviceUuid);
  await ctx.db.transaction(async (tx) => {
    const approved = await updateDeviceApproved(tx, id);
    if (approved > 0) await recordAct(tx, actor, 'DEVICE_APPROVED', { targetUuid: userUuid });
  });
  return presentDevice(await accessDevice(ctx.db, deviceUuid));
}

/**
 * Removes the device and ends its sessions. The device waits again before that, so that no sign-in comes in between.
 */
async function rejectDevice(ctx: Context, viewer: Viewer, deviceUuid: string): Promise<null> {
  const { id, userUuid } = await accessDevice(ctx.db, deviceUuid);
  await updateDeviceWaiting(ctx.db, id);
  await ctx.sessions.end({ deviceId: id }, 'device');
  await ctx.db.transaction(async (tx) => {
    if (!(await removeDevice(tx, id))) throw notFound();
    await recordAct(tx, viewer, 'DEVICE_REJECTED', { targetUuid: userUuid });
  });
  return null;
}

/** Call after the user's sessions have ended: those of a removed device vanish without a word. */
export async function forgetDevices(ctx: Context, userId: number): Promise<void> {
  await removeDevicesOfUser(ctx.db, userId);
}

/** False when the device had been told before. The user is locked. */
export const markResetSeen = (tx: Db, deviceId: number): Promise<boolean> =>
  updateResetSeen(tx, deviceId);

async function accessDevice(db: Db, uuid: string): Promise<DeviceRow> {
  const device = await findDeviceByUuid(db, uuid);
  if (!device) throw notFound();
  return device;
}

function presentDevice(device: DeviceRow): PendingDevice {
  return {
    uuid: device.uuid,
    userEmail: device.userEmail,
    offices: device.offices,
    name: device.name,
    // Addresses that an earlier version recorded may have a port.
    address: device.address === null ? null : plainAddress(device.address),
    deviceCode: device.code,
    createdAt: device.createdAt.toISOString(),
    approvedAt: device.approvedAt?.toISOString() ?? null,
  };
}

/** Tells administrators that a device waits; call after the commit that recorded it. */
export async function announceDevicePending(ctx: Context, deviceUuid: string): Promise<void> {
  const device = await findDeviceByUuid(ctx.db, deviceUuid);
  if (device) ctx.realtime.publish(administratorsRoom, 'device:pending', presentDevice(device));
}

export function registerDeviceRoutes(router: Router, ctx: Context): void {
  router.serve(routes.listDevices, ({ query }) => listDevices(ctx, query));
  router.serve(routes.approveDevice, ({ viewer, params }) =>
    approveDevice(ctx, viewer, params.deviceId),
  );
  router.serve(routes.rejectDevice, ({ viewer, params }) =>
    rejectDevice(ctx, viewer, params.deviceId),
  );
}

/** Call in the transaction that erases the person (rules/erasure 1). */
export const forgetAllDevices = (tx: Db, userId: number): Promise<void> => eraseDevices(tx, userId);
