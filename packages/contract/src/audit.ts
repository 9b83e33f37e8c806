import { z } from 'zod';
import { instant, moment, uuid } from './fields.ts';
import { defineRoute, pageQuery } from './route.ts';
import { textErrors } from './texts.ts';

const auditActions = [
  // The list of all conversations, with their last messages.
  'CHAT_LIST_READ',
  'CHAT_READ',
  // One line for each chat with results, or one line without a chat.
  'SEARCH',
  'WATCH_STARTED',
  'WATCH_ENDED',
  'FILE_READ',
  'THUMBNAIL_READ',
  // The text of a message before an edit or a deletion.
  'HISTORY',
  // The information of a message.
  'INFO',
  'MESSAGE_DELETED',
  'PARTICIPANT_ADDED',
  'PARTICIPANT_REMOVED',
  'GROUP_DELETED',
  'USER_CREATED',
  'USER_UPDATED',
  'USER_BLOCKED',
  'USER_UNBLOCKED',
  'USER_DELETED',
  'PASSWORD_SET',
  'PERMISSION_GIVEN',
  'PERMISSION_REMOVED',
  'DEVICE_APPROVED',
  'DEVICE_REJECTED',
  'WORKING_HOURS_SET',
] as const;
const auditActionSchema = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditActionSchema>;

/**
 * One action of a person with rights over others: actor, action, target, time. E-mails and names are those of that
 * time.
 */
const auditEventSchema = z.object({
  id: z.int(),
  happenedAt: instant,
  action: auditActionSchema,
  /** Null, and the e-mail with it, for the command line of the machine. */
  actorId: uuid.nullable(),
  actorEmail: z.string().nullable(),
  /** When the actor was deleted, else null: the e-mail may belong to somebody else by now. */
  actorDeletedAt: instant.nullable(),
  /** The person it was done to. */
  targetId: uuid.nullable(),
  targetEmail: z.string().nullable(),
  targetDeletedAt: instant.nullable(),
  groupId: uuid.nullable(),
  groupName: z.string().nullable(),
  chatId: uuid.nullable(),
  /** The two of a direct chat; empty for a group's. */
  memberEmails: z.array(z.string()),
  messageId: uuid.nullable(),
  messageSenderEmail: z.string().nullable(),
  /** The numbers of the messages that were read: the first and the last. */
  fromSeq: z.int().nullable(),
  toSeq: z.int().nullable(),
  /** The name of a file or office, the e-mail before it was changed, the role of a new user, or what was searched for. */
  detail: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const listAuditEvents = defineRoute({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/admin/audit-events',
  access: 'admin',
  summary:
    'What administrators and group managers read of others and did to them, newest first, paged 50 by default',
  query: z.object({
    action: z.enum(auditActions, { error: textErrors.invalid }).optional(),
    /** The actor or the target. */
    userId: uuid.optional(),
    /** since ≤ happenedAt < until; a date begins in the company's time zone. */
    since: moment.optional(),
    until: moment.optional(),
    ...pageQuery,
  }),
  content: z.array(auditEventSchema),
});
