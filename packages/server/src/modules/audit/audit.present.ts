import type { AuditEvent } from '@chat/contract/audit';
import type { AuditRow } from './audit.queries.ts';

export function presentAuditEvent(row: AuditRow): AuditEvent {
  const { actorUuid, targetUuid, groupUuid, chatUuid, messageUuid, ...more } = row;
  const { happenedAt, actorDeletedAt, targetDeletedAt, ...as } = more;
  return {
    ...as,
    happenedAt: happenedAt.toISOString(),
    actorId: actorUuid,
    actorDeletedAt: actorDeletedAt?.toISOString() ?? null,
    targetId: targetUuid,
    targetDeletedAt: targetDeletedAt?.toISOString() ?? null,
    groupId: groupUuid,
    chatId: chatUuid,
    messageId: messageUuid,
  };
}
