import type { PendingDevice } from './devices.schema.ts';

export interface DeviceEvents {
  /** To administrators: a device waits for approval. */
  'device:pending': (device: PendingDevice) => void;
}
