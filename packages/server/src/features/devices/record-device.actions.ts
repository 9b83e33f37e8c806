import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { announceDevicePending } from './devices.events.ts';
import {
  countApprovedDevices,
  findDevice,
  insertDevice,
  isFirstAdministrator,
  trimWaitingDevices,
} from './devices.queries.ts';

const MOST_WAITING_DEVICES = 20;

interface Owner {
  id: number;
  isAdmin: boolean;
}

/** Whether a device nobody has seen yet may come in without waiting (contract §1 DEVICE_APPROVAL). */
async function isApprovedAtOnce(ctx: Context, tx: Db, user: Owner): Promise<boolean> {
  if (ctx.config.deviceApproval === 'off') return true;
  if (ctx.config.deviceApproval === 'users') return user.isAdmin;
  return (await isFirstAdministrator(tx, user.id)) && (await countApprovedDevices(tx)) === 0;
}

/** The user's device, recorded at its first appearance; administrators hear of one that waits, once. */
export async function recordDevice(
  ctx: Context,
  user: Owner,
  identifierHash: Buffer,
): Promise<{ id: number; approvedAt: Date | null } | undefined> {
  const known = await findDevice(ctx.db, user.id, identifierHash);
  if (known) return known;
  const { device, isNew } = await ctx.db.transaction(async (tx) => {
    const approved = await isApprovedAtOnce(ctx, tx, user);
    const row = { uuid: uuidv7(), userId: user.id, identifierHash, approved };
    const isNew = await insertDevice(tx, row);
    if (isNew && !approved) await trimWaitingDevices(tx, user.id, MOST_WAITING_DEVICES);
    return { device: await findDevice(tx, user.id, identifierHash), isNew };
  });
  if (device && isNew && !device.approvedAt) await announceDevicePending(ctx, device.uuid);
  return device;
}
