import type { PendingDevice } from '@chat/contract/devices/devices.schema';
import type { Page } from '@chat/contract/shared/page';
import type { Context } from '../../context.ts';
import { pageFrom } from '../../db/page.ts';
import { type Answer, answerList } from '../../http/answer.ts';
import { notFound } from '../../http/errors.ts';
import { accessDevice } from './devices.access.ts';
import { presentDevice } from './devices.present.ts';
import {
  findDevices,
  removeDevice,
  removeDevicesOfUser,
  updateDeviceApproved,
  updateDeviceWaiting,
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
  deviceUuid: string,
): Promise<PendingDevice> {
  const { id } = await accessDevice(ctx.db, deviceUuid);
  await updateDeviceApproved(ctx.db, id);
  return presentDevice(await accessDevice(ctx.db, deviceUuid));
}

/** Removes the device and ends its sessions. It waits again before that, so that nobody slips in between. */
export async function rejectDevice(ctx: Context, deviceUuid: string): Promise<null> {
  const { id } = await accessDevice(ctx.db, deviceUuid);
  await updateDeviceWaiting(ctx.db, id);
  await ctx.sessions.end({ deviceId: id }, 'device');
  if (!(await removeDevice(ctx.db, id))) throw notFound();
  return null;
}

/** Call after the user's sessions have ended: those of a removed device vanish without a word. */
export async function forgetDevices(ctx: Context, userId: number): Promise<void> {
  await removeDevicesOfUser(ctx.db, userId);
}
