import type { AuditEvent } from '@chat/contract/audit/audit.schema';
import type { AuditRow } from './audit.queries.ts';

export function presentAuditEvent(row: AuditRow): AuditEvent {
  const { actorUuid, targetUuid, groupUuid, chatUuid, messageUuid, happenedAt, ...as } = row;
  return {
    ...as,
    happenedAt: happenedAt.toISOString(),
    actorId: actorUuid,
    targetId: targetUuid,
    groupId: groupUuid,
    chatId: chatUuid,
    messageId: messageUuid,
  };
}
