import { readSession } from '../../../shared/session.ts';

const PREFIX = 'chat.outbox.';

/** One key a message, so that two tabs never write over each other's. */
export const outboxPrefix = (userId: string): string => `${PREFIX}${userId}.`;

export function outboxKey(referenceId: string): string | null {
  const userId = readSession().user?.uuid;
  return userId ? outboxPrefix(userId) + referenceId : null;
}

export const isOutboxKey = (key: string | null): boolean => key?.startsWith(PREFIX) ?? false;
