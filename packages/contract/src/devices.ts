import { z } from 'zod';
import { instant, uuid } from './fields.ts';
import { defineRoute, nothing, pageQuery, searchText } from './route.ts';

/** A device that asked to come in; `approvedAt` is null while it waits. */
const pendingDeviceSchema = z.object({
  uuid,
  userEmail: z.string(),
  offices: z.array(z.string()),
  /** Browser and system, as far as they are known. */
  name: z.string().nullable(),
  /** The network address of the device when it was recorded. */
  address: z.string().nullable(),
  /** The waiting person sees the same code, so that both people can compare. */
  deviceCode: z.string().nullable(),
  createdAt: instant,
  approvedAt: instant.nullable(),
});
export type PendingDevice = z.infer<typeof pendingDeviceSchema>;

export interface DeviceEvents {
  /** To administrators: a device waits for approval. */
  'device:pending': (device: PendingDevice) => void;
}

const deviceParams = z.object({ deviceId: uuid });

export const listDevices = defineRoute({
  name: 'listDevices',
  method: 'GET',
  path: '/admin/devices/pending',
  access: 'admin',
  summary: 'All devices, waiting ones first, then newest first',
  query: z.object({ search: searchText, ...pageQuery }),
  content: z.array(pendingDeviceSchema),
});

export const approveDevice = defineRoute({
  name: 'approveDevice',
  method: 'POST',
  path: '/admin/devices/:deviceId/approve',
  access: 'admin',
  summary: 'Let the device sign in',
  params: deviceParams,
  content: pendingDeviceSchema,
});

export const rejectDevice = defineRoute({
  name: 'rejectDevice',
  method: 'DELETE',
  path: '/admin/devices/:deviceId/reject',
  access: 'admin',
  summary: 'Remove the device and end its sessions',
  params: deviceParams,
  content: nothing,
});
