import { z } from 'zod';
import { defineRoute } from '../shared/define-route.ts';
import { uuid } from '../shared/ids.ts';
import { nothing } from '../shared/nothing.ts';
import { pageQuery, searchText } from '../shared/page.ts';
import { pendingDeviceSchema } from './devices.schema.ts';

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
