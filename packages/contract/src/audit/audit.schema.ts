import { z } from 'zod';
import { instant, uuid } from '../shared/ids.ts';

/** What an administrator did with a conversation that is not his: who, what, when. */
export const auditEventSchema = z.object({
  id: z.int(),
  happenedAt: instant,
  action: z.enum(['CHAT_READ', 'MESSAGE_DELETED']),
  actorId: uuid,
  actorEmail: z.string(),
  chatId: uuid,
  groupName: z.string().nullable(),
  /** The two of a direct chat; empty for a group's. */
  memberEmails: z.array(z.string()),
  messageId: uuid.nullable(),
  messageSenderEmail: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;
