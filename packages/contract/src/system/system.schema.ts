import { z } from 'zod';

export const configSchema = z.object({
  emailDomain: z.string(),
  /** The `email` of every group chat's entry in a chat list; no person can have it. */
  groupAddress: z.string(),
  maxUploadBytes: z.int(),
  version: z.string(),
});
export type PublicConfig = z.infer<typeof configSchema>;
