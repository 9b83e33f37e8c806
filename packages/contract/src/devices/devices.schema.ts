import { z } from 'zod';
import { instant, uuid } from '../shared/ids.ts';

/** A device that asked to come in; `approvedAt` is null while it waits. */
export const pendingDeviceSchema = z.object({
  uuid,
  userEmail: z.string(),
  offices: z.array(z.string()),
  /** Browser and system, as far as they are known. */
  name: z.string().nullable(),
  /** Where it called from when it was recorded. */
  address: z.string().nullable(),
  /** Shown to the person who waits as well, so that both can compare. */
  deviceCode: z.string().nullable(),
  createdAt: instant,
  approvedAt: instant.nullable(),
});
export type PendingDevice = z.infer<typeof pendingDeviceSchema>;
