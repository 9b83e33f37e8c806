import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { announceDevicePending } from './devices.events.ts';
import {
  findDevice,
  insertDevice,
  isFirstAdministrator,
  lockOwner,
  trimWaitingDevices,
  updateDeviceApproved,
  updateFirstDevice,
} from './devices.queries.ts';

const MOST_WAITING_DEVICES = 20;

interface Owner {
  id: number;
  isAdmin: boolean;
}

/** Whether a device may come in without waiting (contract §1 DEVICE_APPROVAL). */
async function isApprovedAtOnce(ctx: Context, tx: Db, user: Owner): Promise<boolean> {
  const isFirstDevice = await updateFirstDevice(tx, user.id);
  if (ctx.config.deviceApproval === 'off') return true;
  if (ctx.config.deviceApproval === 'users') return user.isAdmin;
  return isFirstDevice && (await isFirstAdministrator(tx, user.id));
}

async function findOrInsert(ctx: Context, tx: Db, user: Owner, identifierHash: Buffer) {
  // Many new devices at once neither exceed the most that may wait nor share the first administrator's privilege.
  await lockOwner(tx, user.id);
  const approved = await isApprovedAtOnce(ctx, tx, user);
  const row = { uuid: uuidv7(), userId: user.id, identifierHash, approved };
  const isNew = await insertDevice(tx, row);
  if (isNew && !approved) await trimWaitingDevices(tx, user.id, MOST_WAITING_DEVICES);
  const device = await findDevice(tx, user.id, identifierHash);
  if (!device || device.approvedAt || !approved) return { device, isNew };
  // It has waited under another setting than today's.
  await updateDeviceApproved(tx, device.id);
  return { device: { ...device, approvedAt: new Date() }, isNew };
}

/** The user's device, recorded at its first appearance; administrators hear of one that waits, once. */
export async function recordDevice(
  ctx: Context,
  user: Owner,
  identifierHash: Buffer,
): Promise<{ id: number; approvedAt: Date | null } | undefined> {
  const known = await findDevice(ctx.db, user.id, identifierHash);
  if (known?.approvedAt) return known;
  const { device, isNew } = await ctx.db.transaction((tx) =>
    findOrInsert(ctx, tx, user, identifierHash),
  );
  if (device && isNew && !device.approvedAt) await announceDevicePending(ctx, device.uuid);
  return device;
}
