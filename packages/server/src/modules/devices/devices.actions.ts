import { randomInt } from 'node:crypto';
import type { PendingDevice } from '@chat/contract/devices';
import * as routes from '@chat/contract/devices';
import type { Page } from '@chat/contract/route';
import Bowser from 'bowser';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { pageFrom } from '../../db/page.ts';
import { networkOf, plainAddress } from '../../http/addresses.ts';
import { type Answer, answerList } from '../../http/answer.ts';
import type { Router } from '../../http/route.ts';
import type { Viewer } from '../../http/viewer.ts';
import { administratorsRoom } from '../../realtime/live-sockets.ts';
import { notFound } from '../../shared/errors.ts';
import { newUuid } from '../../shared/new-uuid.ts';
import { type Actor, recordAct } from '../audit/audit.actions.ts';
import {
  type DeviceRow,
  describeDevice,
  eraseDevices,
  findDevice,
  findDeviceByUuid,
  findDevices,
  findWaitingDevices,
  insertDevice,
  insertOwner,
  isFirstAdministrator,
  type KnownDevice,
  lockOwner,
  removeDevice,
  removeDevices,
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
async function announceDevicePending(ctx: Context, deviceUuid: string): Promise<void> {
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
