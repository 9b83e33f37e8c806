import { type AuditAction, type AuditEvent, listAuditEvents } from '@chat/contract/audit';
import type { Client } from './client.ts';

type Filter = { action?: AuditAction } & Partial<
  Record<'userId' | 'since' | 'until' | 'size', string>
>;

/** The audit as the administrator reads it, newest event first. */
export const auditEvents = async (elena: Client, filter: Filter): Promise<AuditEvent[]> =>
  (await elena.call(listAuditEvents, { query: filter })).content;

export async function auditEventsOfChat(elena: Client, chatId: string): Promise<AuditEvent[]> {
  const { content } = await elena.call(listAuditEvents, { query: { size: '200' } });
  return content.filter((event) => event.chatId === chatId);
}
