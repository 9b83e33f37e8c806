import { z } from 'zod';
import { textErrors } from './checks.ts';
import { instant, moment, uuid } from './fields.ts';
import { defineRoute, pageQuery } from './route.ts';

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
  'SIGN_IN',
  // How it failed; of the others of the same minute how many.
  'SIGN_IN_FAILED',
  'SESSION_ENDED',
  // By the person.
  'PASSWORD_CHANGED',
  'TOTP_ENABLED',
  'TOTP_DISABLED',
  'RECOVERY_CODE_USED',
  // Somebody else's second step.
  'TOTP_REMOVED',
  'INVITATION_CREATED',
  'INVITATION_USED',
  'COMPANY_BOUND',
  'COMPANY_UNBOUND',
  'USERS_IMPORTED',
  'USERS_EXPORTED',
  'PERMISSION_GIVEN',
  'PERMISSION_REMOVED',
  'DEVICE_APPROVED',
  'DEVICE_REJECTED',
  'WORKING_HOURS_SET',
  // The days of a group, or none.
  'RETENTION_SET',
  // How many messages a round removed.
  'RETENTION_RUN',
  // The reason.
  'HOLD_SET',
  'HOLD_ENDED',
  'USER_ERASED',
  'GROUP_ERASED',
  'NOTICE_PUBLISHED',
  'NOTICE_WITHDRAWN',
  'NOTICE_ACCEPTED',
  // With the reason.
  'SUPERVISION_OPENED',
  'SUPERVISION_CLOSED',
  'SUPERVISOR_GIVEN',
  'SUPERVISOR_TAKEN',
  // A start with other settings than the last.
  'SETTINGS_CHANGED',
  // A ZIP of a person's data, or of a conversation, was asked for; its file was fetched.
  'DATA_EXPORTED',
  'CHAT_EXPORTED',
  'EXPORT_FETCHED',
  'AUDIT_EXPORTED',
  // The number and the hash where the chain goes on.
  'AUDIT_TRIMMED',
  'AUDIT_RESTORED',
  'AUDIT_KEY_CHANGED',
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
  /**
   * The name of a file or office, the version of the privacy notice, the e-mail before it was changed, the role of a new
   * user, a reason, days, a number of people or messages, what was searched for, how sign-ins failed, settings, or where
   * the chain goes on.
   */
  detail: z.string().nullable(),
  /** Where the actor was; null for the command line, and in entries from before addresses were kept. */
  address: z.string().nullable(),
  /** The hash of the entry before in the chain; null, as `hash`, until the entry is chained some moments later. */
  previousHash: z.string().nullable(),
  hash: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

const filters = {
  action: z.enum(auditActions, { error: textErrors.invalid }).optional(),
  /** The actor or the target. */
  userId: uuid.optional(),
  /** since ≤ happenedAt < until; a date begins in the company's time zone. */
  since: moment.optional(),
  until: moment.optional(),
};

export const listAuditEvents = defineRoute({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/admin/audit-events',
  access: 'admin',
  summary:
    'What people with rights read of others and did to them, and who signed in, newest first, paged 50 by default',
  query: z.object({ ...filters, ...pageQuery }),
  content: z.array(auditEventSchema),
});

export const exportAuditEvents = defineRoute({
  name: 'exportAuditEvents',
  method: 'GET',
  path: '/admin/audit-events.csv',
  access: 'admin',
  summary: 'A CSV of all entries that meet the filters, newest first',
  query: z.object(filters),
  isFile: true,
  content: z.unknown(),
});
