import { randomInt } from 'node:crypto';
import Bowser from 'bowser';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { networkOf } from '../../http/addresses.ts';
import { newUuid } from '../../shared/new-uuid.ts';
import { announceDevicePending } from './devices.actions.ts';
import {
  describeDevice,
  findDevice,
  findWaitingDevices,
  insertDevice,
  insertOwner,
  isFirstAdministrator,
  type KnownDevice,
  lockOwner,
  removeDevices,
  updateDeviceApproved,
} from './devices.queries.ts';

export const devicesTexts = {
  name: (browser: string, system: string) => `${browser} en ${system}`,
};

const MAX_WAITING_DEVICES = 20;

/**
 * Leaves a user at most so many waiting devices: the oldest goes of the address that has most of them waiting, so that
 * a flood from elsewhere does not push the person's own out (rules/devices 6).
 */
async function trimWaitingDevices(tx: Db, userId: number): Promise<void> {
  const waiting = (await findWaitingDevices(tx, userId)).map(({ id, address }) => ({
    id,
    network: networkOf(address ?? ''),
  }));
  const surplus: number[] = [];
  while (waiting.length > MAX_WAITING_DEVICES) {
    const counts = new Map<string, number>();
    for (const { network } of waiting) counts.set(network, (counts.get(network) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const oldest = waiting.findIndex(({ network }) => counts.get(network) === most);
    surplus.push(...waiting.splice(oldest, 1).map(({ id }) => id));
  }
  if (surplus.length > 0) await removeDevices(tx, surplus);
}

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
  if (isNew && !approved) await trimWaitingDevices(tx, user.id);
  let device = await findDevice(tx, user.id, identifierHash);
  if (device && device.code === null) {
    await describeDevice(tx, device.id, described);
    device = { ...device, code: described.code };
  }
  if (!device || device.approvedAt || !approved) return { device, isNew };
  // The device has waited under another setting than today's.
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

const MAX_PARSED = 300;
// A caller may write anything: only names that the library knows are shown, so that no device is called 'Approved'.
const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));

/** Browser and system by the user-agent header, as far as they are known: 'Firefox en Windows'. */
export function deviceNameOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const parser = Bowser.getParser(userAgent.slice(0, MAX_PARSED));
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  const hasSystem = systems.has(system);
  if (!browsers.has(browser)) return hasSystem ? system : null;
  return hasSystem ? devicesTexts.name(browser, system) : browser;
}

// Without letters and digits that are taken for each other when read aloud or copied: 0 O, 1 I L.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 6;

/** The waiting person and the administrator compare it. */
export const newDeviceCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
