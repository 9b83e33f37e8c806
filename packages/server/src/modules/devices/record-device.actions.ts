import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { newUuid } from '../../shared/new-uuid.ts';
import { newDeviceCode } from './device-code.ts';
import { deviceNameOf } from './device-name.ts';
import { announceDevicePending } from './devices.events.ts';
import {
  describeDevice,
  findDevice,
  insertDevice,
  insertOwner,
  isFirstAdministrator,
  type KnownDevice,
  lockOwner,
  trimWaitingDevices,
  updateDeviceApproved,
} from './devices.queries.ts';

const MAX_WAITING_DEVICES = 20;

interface Owner {
  id: number;
  isAdmin: boolean;
}

/** Whether a device may come in without waiting (rules/devices 1). */
async function isApprovedAtOnce(
  ctx: Context,
  tx: Db,
  user: Owner,
  isFirstDevice: boolean,
): Promise<boolean> {
  if (ctx.config.deviceApproval === 'off') return true;
  if (ctx.config.deviceApproval === 'users') return user.isAdmin;
  return isFirstDevice && (await isFirstAdministrator(tx, user.id));
}

/** How a device shows itself at the sign-in. */
export interface SeenDevice {
  identifierHash: Buffer;
  address: string;
  userAgent: string | undefined;
}

async function findOrInsert(ctx: Context, tx: Db, user: Owner, seen: SeenDevice) {
  const { identifierHash, address, userAgent } = seen;
  // Many new devices at once neither exceed the most that may wait nor share the first administrator's privilege.
  const isFirstDevice = await insertOwner(tx, user.id);
  if (!isFirstDevice) await lockOwner(tx, user.id);
  const approved = await isApprovedAtOnce(ctx, tx, user, isFirstDevice);
  const described = { name: deviceNameOf(userAgent), address, code: newDeviceCode() };
  const row = { uuid: newUuid(), userId: user.id, identifierHash, approved, ...described };
  const isNew = await insertDevice(tx, row);
  if (isNew && !approved) await trimWaitingDevices(tx, user.id, MAX_WAITING_DEVICES);
  let device = await findDevice(tx, user.id, identifierHash);
  if (device && device.code === null) {
    await describeDevice(tx, device.id, described);
    device = { ...device, code: described.code };
  }
  if (!device || device.approvedAt || !approved) return { device, isNew };
  // It has waited under another setting than today's.
  await updateDeviceApproved(tx, device.id);
  return { device: { ...device, approvedAt: new Date() }, isNew };
}

/** The user's device, recorded at its first sign-in; administrators are notified once of one that waits. */
export async function recordDevice(
  ctx: Context,
  user: Owner,
  seen: SeenDevice,
): Promise<KnownDevice | undefined> {
  const known = await findDevice(ctx.db, user.id, seen.identifierHash);
  if (known?.approvedAt) return known;
  const { device, isNew } = await ctx.db.transaction((tx) => findOrInsert(ctx, tx, user, seen));
  if (device && isNew && !device.approvedAt) await announceDevicePending(ctx, device.uuid);
  return device;
}
