import type { AuditEvent } from '@chat/contract/audit/audit.schema';
import type { AuditRow } from './audit.queries.ts';

export function presentAuditEvent(row: AuditRow): AuditEvent {
  return {
    id: row.id,
    happenedAt: row.happenedAt.toISOString(),
    action: row.action,
    actorId: row.actorUuid,
    actorEmail: row.actorEmail,
    chatId: row.chatUuid,
    groupName: row.groupName,
    memberEmails: row.memberEmails,
    messageId: row.messageUuid,
    messageSenderEmail: row.senderEmail,
  };
}
