import type { PendingDevice } from '@chat/contract/devices';
import { plainAddress } from '../../http/addresses.ts';
import type { DeviceRow } from './devices.queries.ts';

export function presentDevice(device: DeviceRow): PendingDevice {
  return {
    uuid: device.uuid,
    userEmail: device.userEmail,
    offices: device.offices,
    name: device.name,
    // Those that an earlier version recorded may have a port.
    address: device.address === null ? null : plainAddress(device.address),
    deviceCode: device.code,
    createdAt: device.createdAt.toISOString(),
    approvedAt: device.approvedAt?.toISOString() ?? null,
  };
}
