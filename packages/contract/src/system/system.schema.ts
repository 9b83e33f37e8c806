import { z } from 'zod';
import { instant } from '../shared/ids.ts';

export const configSchema = z.object({
  emailDomain: z.string(),
  /** The `email` of every group chat's entry in a chat list; no person can have it. */
  groupAddress: z.string(),
  maxUploadBytes: z.int(),
  /** For so many minutes their author may edit and delete messages; fractions, 0 is never. */
  editMinutes: z.number(),
  deleteMinutes: z.number(),
  version: z.string(),
});
export type PublicConfig = z.infer<typeof configSchema>;

/** Messages past RETENTION_DAYS that are not removed: the clock is not believed, or a day takes no more. */
export const noticeSchema = z.object({
  kind: z.enum(['RETENTION_HELD_BY_CLOCK', 'RETENTION_HELD_BY_LIMIT']),
  messages: z.int(),
  /** There are more than were counted. */
  isMore: z.boolean(),
  since: instant,
});
export type Notice = z.infer<typeof noticeSchema>;
