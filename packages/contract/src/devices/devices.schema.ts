import { z } from 'zod';
import { instant, uuid } from '../shared/ids.ts';

/** A device that asked to come in; `approvedAt` is null while it waits. */
export const pendingDeviceSchema = z.object({
  uuid,
  userEmail: z.string(),
  offices: z.array(z.string()),
  createdAt: instant,
  approvedAt: instant.nullable(),
});
export type PendingDevice = z.infer<typeof pendingDeviceSchema>;
