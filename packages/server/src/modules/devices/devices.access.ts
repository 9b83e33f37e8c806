import type { Db } from '../../db/database.ts';
import { notFound } from '../../shared/errors.ts';
import { type DeviceRow, findDeviceByUuid } from './devices.queries.ts';

export async function accessDevice(db: Db, uuid: string): Promise<DeviceRow> {
  const device = await findDeviceByUuid(db, uuid);
  if (!device) throw notFound();
  return device;
}
